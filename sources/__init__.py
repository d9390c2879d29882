"""Sources turn the world into `aligner.entity.Schema`s: an adapter declares what differs, the rest is shared."""
