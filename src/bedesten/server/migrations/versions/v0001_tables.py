"""People, tables and their entries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

ID = sa.String(32)


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", ID, primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("colour", sa.String(16), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", ID, primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("visibility", sa.String(16), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("changed", sa.Double, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("wake", sa.Double),
        sa.Column("keeper", ID),
        sa.Column("kept_until", sa.Double),
    )
    op.create_index("tables_by_status", "tables", ["status", "visibility", "changed"])
    op.create_index("tables_by_wake", "tables", ["wake"])
    op.create_table(
        "entries",
        sa.Column("table_id", ID, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number"),
    )
    op.create_table(
        "sitters",
        sa.Column("table_id", ID, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("person_id", ID, nullable=False),
        sa.PrimaryKeyConstraint("person_id", "table_id"),
    )
    op.create_table(
        "solo_games",
        sa.Column("person_id", ID, nullable=False),
        sa.Column("hash", sa.String(32), nullable=False),
        sa.Column("table_id", ID, nullable=False),
        sa.Column("counted", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("person_id", "hash"),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.String(128), nullable=False),
    )


def downgrade() -> None:
    for name in ("secrets", "solo_games", "sitters", "entries", "tables", "people"):
        op.drop_table(name)
