"""The schema of the database after the newest migration."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

ID = String(32)

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", ID, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("colour", String(16), nullable=False),
    Column("language", String(2), nullable=False),
    Column("settings", Text, nullable=False),
    Column("created", Double, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", ID, primary_key=True),
    Column("game", String(32), nullable=False),
    Column("status", String(16), nullable=False),
    Column("visibility", String(16), nullable=False),
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("number", Integer, nullable=False),
    Column("wake", Double),
    Column("keeper", ID),
    Column("kept_until", Double),  # unused; versions before 0.3 write it
    Column("luck_ticket", ID),
    Column("summary", Text),
    Column("counted", Integer),  # the last entry whose draws are in draw_counts
    Index("tables_by_status", "status", "visibility", "changed"),
    Index("tables_by_wake", "wake"),
    Index("tables_by_luck_ticket", "luck_ticket", unique=True),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("what", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
)

sitters = Table(
    "sitters",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("person_id", ID, nullable=False),
    PrimaryKeyConstraint("person_id", "table_id"),
)

solo_games = Table(
    "solo_games",
    metadata,
    Column("person_id", ID, nullable=False),
    Column("hash", String(32), nullable=False),
    Column("table_id", ID, nullable=False),
    Column("counted", Text, nullable=False),
    PrimaryKeyConstraint("person_id", "hash"),
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("depth", String(16), nullable=False),
    Column("review", Text, nullable=False),
    Column("figures", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "depth"),
)

draw_counts = Table(
    "draw_counts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("counts", Text, nullable=False),
)

processes = Table(
    "processes",
    metadata,
    Column("id", ID, primary_key=True),
    Column("seen", Double, nullable=False),
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", String(128), nullable=False),
)
