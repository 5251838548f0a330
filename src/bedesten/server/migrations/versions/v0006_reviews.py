"""Reviews of finished games, beside their tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column(
            "table_id",
            sa.String(32),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("depth", sa.String(16), nullable=False),
        sa.Column("review", sa.Text, nullable=False),
        sa.Column("figures", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "depth"),
    )


def downgrade() -> None:
    op.drop_table("reviews")
