"""Calling people who are away: Web Push, where those who run the server have set it up."""
