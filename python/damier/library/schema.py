"""What the tables of the store look like now. `migrations/versions` has the way there from every earlier schema."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

game: Final = Table(
    "game",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("white", String, nullable=False),
    Column("black", String, nullable=False),
    Column("level", String),
    Column("plies", Integer, nullable=False),
    Column("result", String),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("words", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Index("ix_game_updated", "updated"),
)
"""A game that is played. `result` is missing while it goes on; `words` is what a search looks into; `body` has all of
it as JSON; `revision` counts how often it was kept.
"""

file: Final = Table(
    "file",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("game", String),
    Column("encoding", String),
    Column("bytes", Integer, nullable=False),
    Column("opened", Float, nullable=False),
    Index("ix_file_opened", "opened"),
)
"""A file of games that was opened; it lies beside the store under its id."""

change: Final = Table(
    "change",
    metadata,
    Column("file", String, ForeignKey("file.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("game", String, nullable=False),
    Column("pdn", Text, nullable=False),
    Column("updated", Float, nullable=False),
    Column("revision", Integer, nullable=False),
)
"""A game of a file as it was changed here."""

fact: Final = Table(
    "fact",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)
"""What was done to this store once, and when."""
