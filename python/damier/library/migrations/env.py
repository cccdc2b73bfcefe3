"""What Alembic runs: the steps that are missing, within the transaction that the store has begun."""

from alembic import context

from damier.library.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
