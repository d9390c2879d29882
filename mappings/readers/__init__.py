"""One module per format: each turns bytes into a `Document`, which `assembly` judges, mends and makes into a set."""
