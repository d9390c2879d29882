"""Mappings: alignments as SSSOM, the Simple Standard for Sharing Ontological Mappings (Matentzoglu et al., 2022)."""
