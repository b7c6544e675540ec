"""Accounts over HTTP, on a server of their own."""
