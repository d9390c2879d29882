"""Matchers score pairs, selectors choose among them. A plugin is one file, listed in `MATCHERS` or `SELECTORS`."""
