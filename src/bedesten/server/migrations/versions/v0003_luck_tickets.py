"""A promise about luck is used for one table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("luck_ticket", sa.String(32)))
    op.create_index("tables_by_luck_ticket", "tables", ["luck_ticket"], unique=True)


def downgrade() -> None:
    op.drop_index("tables_by_luck_ticket", "tables")
    op.drop_column("tables", "luck_ticket")
