"""One small declarative file per system."""
