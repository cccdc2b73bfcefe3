"""The steps, each named after the revision that it leads to."""
