"""Run by Alembic: applies the migrations over the connection, and in the transaction, of `storage.migrate`."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
