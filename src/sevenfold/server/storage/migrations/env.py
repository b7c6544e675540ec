"""What Alembic runs: the migrations, over the connection that `storage.opening` has begun a transaction with."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
