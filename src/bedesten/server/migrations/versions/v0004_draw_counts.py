"""How the draws of all tables are distributed, and until where each table is counted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("counted", sa.Integer))
    op.create_table(
        "draw_counts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("counts", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("draw_counts")
    op.drop_column("tables", "counted")
