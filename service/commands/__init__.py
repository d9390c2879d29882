"""The command line, a module per kind of work; `service.cli` puts them together."""
