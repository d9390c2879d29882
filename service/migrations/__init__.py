"""The tables' history: one file a step under `versions/`, applied by `service.database.migrate`."""
