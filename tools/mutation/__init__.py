"""Mutation testing: alter the rules in one place at a time, and see whether the tests notice."""
