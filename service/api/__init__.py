"""The routes of `/api/v1`, a file per noun, and what they share: `routing`, `views`, `examples`."""
