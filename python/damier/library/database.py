"""The file made ready: connections, migrations, and what is done with a file that is damaged."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, insert, inspect, select, text
from sqlalchemy.exc import DatabaseError, DBAPIError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from damier.faults import fault
from damier.library import schema
from damier.library.store import MIGRATIONS, PATIENCE, First, StoreError, revisions
from damier.saying import say, say_of

if TYPE_CHECKING:
    from damier.library.store import Store

CHECKED_BYTES: Final = 256 << 20
"""A file up to so large is looked through when it is opened: about a second for each gigabyte."""
ATTEMPTS: Final = 20
DAMAGE: Final = ("malformed", "not a database", "disk image", "damaged")
WORDS: Final = {
    "locked": say("another program holds the database"),
    "full": say("no space left on the disk"),
    "readonly": say("the file may not be changed"),
    "read-only": say("the file may not be changed"),
    "unable to open": say("the file cannot be opened or made"),
    "malformed": say("the database is damaged: start damier again, and it is set aside"),
    "not a database": say("the database is damaged: start damier again, and it is set aside"),
}


def prepare(store: Store, firsts: Sequence[tuple[str, First]]) -> Engine:
    """Opens the file, brings its schema up to date, and sets a damaged one aside. Raises `StoreError`."""
    try:
        store.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(say("{path}: {reason}", path=store.folder, reason=fault(error))) from None
    with telling(store.path):
        try:
            return _open(store, firsts)
        except (DatabaseError, sqlite3.DatabaseError) as error:
            if not is_damage(error):
                raise
        aside = set_aside(store.path)
        engine = _open(store, ())
        count = salvage(aside, engine)
        _do_firsts(engine, firsts)
        store.remarks.append(
            say_of(
                count,
                "the database of games was damaged: it is kept as {path}, "
                "and what could be read of it, one entry, is here",
                "the database of games was damaged: it is kept as {path}, "
                "and what could be read of it, {count} entries, is here",
                path=aside,
            )
        )
        return engine


@contextlib.contextmanager
def telling(path: Path) -> Iterator[None]:
    """Errors of the database as sentences for people."""
    try:
        yield
    except DBAPIError as error:
        found = str(error.orig)
        said = next((said for sign, said in WORDS.items() if sign in found), found)
        raise StoreError(say("{reason} ({path})", reason=said, path=path)) from None


def writer(engine: Engine) -> contextlib.AbstractContextManager[Connection]:
    """A transaction that has the right to write from its beginning: it never has to give up half way."""
    return engine.execution_options(damier_writes=True).begin()


def is_damage(error: Exception) -> bool:
    return any(sign in str(error) for sign in DAMAGE)


def set_aside(path: Path) -> Path:
    """Moves a damaged file, with what belongs to it, to a name that says so."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    for attempt in range(100):
        aside = path.with_name(f"{path.stem}-damaged-{stamp}{f'-{attempt}' if attempt else ''}{path.suffix}")
        if not aside.exists():
            break
    for tail in ("-wal", "-shm", ""):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + tail).rename(aside.with_name(aside.name + tail))
    return aside


def salvage(damaged: Path, engine: Engine) -> int:
    """Copies the rows of a damaged file that can be read, and says how many there were."""
    count = 0
    for table in schema.metadata.sorted_tables:
        rows: list[dict[str, Any]] = []
        names = [column.name for column in table.columns]
        with (
            contextlib.suppress(sqlite3.Error),
            contextlib.closing(sqlite3.connect(damaged, timeout=1)) as found,
        ):
            for row in found.execute(f"SELECT {', '.join(names)} FROM {table.name}"):
                rows.append(dict(zip(names, row, strict=True)))
        for row in rows:
            with contextlib.suppress(DBAPIError), writer(engine) as connection:
                connection.execute(insert(table).prefix_with("OR IGNORE"), row)
                count += table is not schema.fact
    return count


def _open(store: Store, firsts: Sequence[tuple[str, First]]) -> Engine:
    engine = connect(store.path)
    try:
        for attempt in range(ATTEMPTS):
            try:
                with engine.connect() as connection:
                    connection.exec_driver_sql("SELECT count(*) FROM sqlite_master")
                _begin_log(engine)
                break
            except OperationalError as error:
                # Another process is making the same file just now: it is not waited for at this point.
                if "locked" not in str(error) or attempt == ATTEMPTS - 1:
                    raise
                time.sleep(0.05)
        if store.path.stat().st_size <= CHECKED_BYTES:
            _check(engine)
        migrate(store, engine)
        _do_firsts(engine, firsts)
    except BaseException:
        engine.dispose()
        raise
    return engine


def connect(path: Path) -> Engine:
    engine = create_engine(URL.create("sqlite", database=str(path)), connect_args={"timeout": PATIENCE})

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, entry: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # transactions begin where we say so
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")  # what is kept outlives a power cut, too

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("damier_writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def migrate(store: Store, engine: Engine) -> None:
    """Brings the schema up to date, as a whole or not at all; one process at a time."""
    with writer(engine) as connection:
        row = None
        if inspect(connection).has_table("alembic_version"):
            row = connection.execute(text("SELECT version_num FROM alembic_version")).fetchone()
        if store.check_revision(row) == revisions()[-1]:
            return
        # Needed once for each new schema: the toolkit that does it is not loaded before.
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _begin_log(engine: Engine) -> None:
    """Writers and readers do not wait for each other; a network folder that cannot have that stays as it is."""
    raw = engine.raw_connection()
    try:
        raw.cursor().execute("PRAGMA journal_mode = WAL")
    finally:
        raw.close()


def _check(engine: Engine) -> None:
    with engine.connect() as connection:
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise sqlite3.DatabaseError(f"damaged: {found}")


def _do_firsts(engine: Engine, firsts: Sequence[tuple[str, First]]) -> None:
    for name, deed in firsts:
        with writer(engine) as connection:
            if connection.execute(select(schema.fact.c.value).where(schema.fact.c.name == name)).first() is None:
                deed(connection)
                connection.execute(insert(schema.fact), {"name": name, "value": time.strftime("%Y-%m-%d %H:%M:%S")})
