"""Games that are played, files that were opened, games that were changed."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("white", sa.String, nullable=False),
        sa.Column("black", sa.String, nullable=False),
        sa.Column("level", sa.String),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("result", sa.String),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
    )
    op.create_index("ix_game_updated", "game", ["updated"])
    op.create_table(
        "file",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("game", sa.String),
        sa.Column("encoding", sa.String),
        sa.Column("bytes", sa.Integer, nullable=False),
        sa.Column("opened", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_file"),
    )
    op.create_index("ix_file_opened", "file", ["opened"])
    op.create_table(
        "change",
        sa.Column("file", sa.String, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("pdn", sa.Text, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["file"], ["file.id"], name="fk_change_file", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("file", "number", name="pk_change"),
    )
    op.create_table(
        "fact",
        sa.Column("name", sa.String, nullable=False),
        sa.Column("value", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_fact"),
    )


def downgrade() -> None:
    for name in ("fact", "change", "file", "game"):
        op.drop_table(name)
