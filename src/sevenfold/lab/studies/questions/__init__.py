"""The studies of this package, each written with nothing but what other packages have too."""
