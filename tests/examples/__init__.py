"""Code that the documentation explains; the tests run it."""
