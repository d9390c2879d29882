"""The only composition root: recipes, command line, HTTP, jobs, database, clock, environment and reports."""
