"""The store: the domain's values as rows and back. Every function works within the caller's transaction."""
