"""Several servers over one database: what one of them stores, the others follow."""
