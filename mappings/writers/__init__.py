"""Writers of mapping sets, a module per family of formats; `mappings.writing` is their one door."""
