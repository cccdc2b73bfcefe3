"""What is kept in a database on the user's machine, by SQLAlchemy and Alembic, which nothing else here imports.

`Store` is the database; `Store.games` and `Store.files` are what is in it. They are loaded at first use: a server that
has just been started answers before it needs them.
"""

from damier.library.store import ConflictError, NewerStoreError, Store, StoreError

__all__ = ["ConflictError", "NewerStoreError", "Store", "StoreError"]
