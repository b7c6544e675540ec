"""How rules are compiled: decorators, Numba's pipeline as we use it, the cache on disk."""
