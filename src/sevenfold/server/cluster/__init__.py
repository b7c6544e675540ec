"""Several servers over one database: what one stores, the others follow."""
