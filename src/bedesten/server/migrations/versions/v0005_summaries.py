"""What lists show of a table, beside its entries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("summary", sa.Text))


def downgrade() -> None:
    op.drop_column("tables", "summary")
