"""The browser pages of accounts."""
