"""How rules are compiled: the decorators, our variant of Numba's pipeline, the cache on disk."""
