"""A push service for tests, and browsers that have subscribed there."""
