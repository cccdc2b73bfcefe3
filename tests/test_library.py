"""The store: what is kept is kept, once, whole, and never in the way of another process."""

import sqlite3
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="the store needs damier[web]")

from damier.library import ConflictError, NewerStoreError, Store, StoreError, database, schema
from damier.library.files import FileRow
from damier.library.games import KeptGame, Search
from damier.library.store import MIGRATIONS, revisions

GAME = KeptGame("a" * 12, "russian", "person", "engine", "club", 3, None, 1.0, 2.0, "russian draughts club", "{}")
FILE = FileRow("f" * 12, "Club night.pdn", None, "koi8-r", 12, 1.0)


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "damier")
    yield store
    store.close()


def test_a_game_comes_back_as_it_went(store):
    assert store.games.save(GAME) == 1
    assert store.games.load(GAME.id) == replace(GAME, revision=1)
    assert store.games.save(replace(GAME, plies=4, revision=1)) == 2
    assert store.games.load(GAME.id).plies == 4
    assert store.games.revision(GAME.id) == 2
    store.games.delete(GAME.id)
    assert store.games.revision(GAME.id) is None
    for deed in (store.games.load, store.games.delete):
        with pytest.raises(LookupError, match="there is no game"):
            deed(GAME.id)


def test_who_comes_later_must_have_seen_what_was_kept(store):
    other = Store(store.folder)
    store.games.save(GAME)
    assert other.games.save(replace(GAME, plies=4, revision=1)) == 2
    with pytest.raises(ConflictError):
        store.games.save(replace(GAME, plies=9, revision=1))
    with pytest.raises(ConflictError):
        store.games.save(replace(GAME, plies=9))
    assert store.games.load(GAME.id).plies == 4
    other.games.delete(GAME.id)
    assert store.games.save(replace(GAME, plies=5, revision=2)) == 3  # who plays on brings it back
    other.close()


def test_games_are_found_sorted_and_cut(store):
    for number in range(7):
        result = "2-0" if number % 2 else None
        words = f"russian 50%_off {number}" if number == 3 else f"russian {number}"
        store.games.save(
            replace(GAME, id=f"{number:012}", updated=float(number), plies=10 - number, result=result, words=words)
        )
    assert [row.plies for row in store.games.find(Search(), 1, 3)[1]] == [5, 6, 7]
    assert store.games.find(Search(), 0, 3)[0] == 7
    assert [row.plies for row in store.games.find(Search(sort="plies", descending=False), 0, 2)[1]] == [4, 5]
    assert store.games.find(Search(over=True), 0, 9)[0] == 3
    assert store.games.find(Search(over=False), 0, 9)[0] == 4
    assert store.games.find(Search(words=("russian", "5")), 0, 9)[0] == 2
    assert store.games.find(Search(words=("50%_",)), 0, 9)[0] == 1  # no pattern, but what people typed
    assert store.games.find(Search(words=("%",)), 0, 9)[0] == 1
    assert store.games.find(Search(words=("\\",)), 0, 9)[0] == 0


def test_room_is_made_by_what_is_over_or_never_began(store):
    for number, (plies, result) in enumerate([(5, None), (0, None), (9, "2-0"), (7, None)]):
        store.games.save(replace(GAME, id=f"{number:012}", updated=float(number), plies=plies, result=result))
    assert store.games.make_room(4, ["000000000001"])
    assert {row.id for row in store.games.find(Search(), 0, 9)[1]} == {f"{number:012}" for number in (0, 1, 3)}
    assert store.games.make_room(3, [])
    assert store.games.find(Search(), 0, 9)[0] == 2
    assert not store.games.make_room(2, [])


def test_files_and_changed_games(store):
    files = store.files
    files.save(FILE)
    files.save(replace(FILE, game="russian"))
    assert files.load(FILE.id).game == "russian"
    assert files.save_change(FILE.id, 3, "russian", "1. c3-d4 *", 0) == 1
    assert files.save_change(FILE.id, 3, "russian", "1. c3-b4 *", 1) == 2
    for late in (0, 1):
        with pytest.raises(ConflictError):
            files.save_change(FILE.id, 3, "russian", "late", late)
    assert files.changed(FILE.id, 3).pdn == "1. c3-b4 *"
    assert (files.changed_numbers(FILE.id), files.with_changes(), files.count_changes()) == ({3}, {FILE.id}, 1)
    files.delete(FILE.id)
    assert files.changed(FILE.id, 3) is None
    with pytest.raises(LookupError):
        files.load(FILE.id)


def test_the_migrations_lead_to_the_schema(store):
    from alembic.autogenerate import compare_metadata
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    with store.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == revisions()[-1]


def test_a_step_that_fails_leaves_nothing_behind(store, monkeypatch):
    from alembic import command

    real = command.upgrade

    def half(config, revision):
        real(config, revision)
        raise RuntimeError("pulled the plug")

    monkeypatch.setattr(command, "upgrade", half)
    with pytest.raises(RuntimeError):
        store.open()
    with sqlite3.connect(store.path) as found:
        assert found.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    monkeypatch.undo()
    store.games.save(GAME)


def test_many_may_open_a_new_store_at_once(tmp_path):
    code = (
        "import sys\nfrom pathlib import Path\nfrom damier.library import Store\n"
        "from damier.library.files import FileRow\n"
        "store = Store(Path(sys.argv[1]))\n"
        "store.once('first', lambda connection: print('first'))\n"
        "store.files.save(FileRow(sys.argv[2] * 12, 'x', None, None, 1, 1.0))\n"
    )
    makers = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path), name], stdout=subprocess.PIPE, text=True)
        for name in "abcd"
    ]
    said = [maker.communicate()[0] for maker in makers]
    assert [maker.returncode for maker in makers] == [0] * 4
    assert "".join(said) == "first\n"
    store = Store(tmp_path)
    assert len(store.files.recent()) == 4
    store.close()


def test_many_write_at_once(store):
    problems = []

    def work(number):
        try:
            for revision in range(20):
                store.games.save(replace(GAME, id=f"{number:012}", revision=revision))
        except Exception as error:
            problems.append(error)

    threads = [threading.Thread(target=work, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert store.games.find(Search(), 0, 99)[0] == 8


def test_something_is_done_once_in_the_life_of_a_store(tmp_path):
    done = []
    for _ in range(3):
        store = Store(tmp_path)
        store.once("deed", lambda connection: done.append(1))
        store.open()
        store.close()
    assert done == [1]


def test_a_newer_store_is_refused(store):
    store.games.save(GAME)
    store.close()
    with sqlite3.connect(store.path) as found:
        found.execute("UPDATE alembic_version SET version_num = '9999'")
    found.close()
    before = store.path.read_bytes()
    for deed in (store.check, store.open, lambda: store.games.load(GAME.id)):
        with pytest.raises(NewerStoreError, match="newer damier: update damier, or move that file") as caught:
            deed()
        assert str(store.path) in str(caught.value)
        assert isinstance(caught.value, OSError)
    assert store.path.read_bytes() == before


@pytest.mark.parametrize("damage", ["not a database", "torn page", "torn header", "cut"])
def test_a_damaged_store_is_set_aside_and_what_can_be_read_is_kept(store, damage):
    for number in range(60):
        store.games.save(replace(GAME, id=f"{number:012}", body="x" * 900))
    store.close()
    data = bytearray(store.path.read_bytes())
    if damage == "not a database":
        data = bytearray(b"Dear diary, " * 999)
    elif damage == "torn page":
        data[4096 * 11 : 4096 * 12] = b"\xff" * 4096
    elif damage == "torn header":
        data[:100] = b"\x00" * 100
    else:
        del data[4096 * 9 + 100 :]
    store.path.write_bytes(data)
    store.check()
    store.games.save(replace(GAME, id="new"))
    (remark,) = store.remarks
    assert "damaged" in remark
    (aside,) = (path for path in store.folder.glob("damier-damaged-*.sqlite"))
    assert str(aside) in remark
    assert aside.read_bytes() == bytes(data)
    total, _ = store.games.find(Search(), 0, 99)
    assert 1 <= total <= 61
    if damage == "torn page":
        assert total > 5
    assert f", {total - 1} entr" in remark
    again = Store(store.folder)
    assert again.games.load("new")
    assert again.remarks == []
    again.close()


def test_a_store_that_cannot_be_is_told_in_words(tmp_path):
    (tmp_path / "file").write_text("no folder")
    store = Store(tmp_path / "file" / "deeper")
    store.check()
    for deed in (store.open, lambda: store.games.save(GAME), lambda: store.games.find(Search(), 0, 1)):
        with pytest.raises(StoreError, match="file"):
            deed()
    (tmp_path / "file").unlink()
    assert store.games.save(GAME) == 1  # the disk is back
    store.close()


def test_who_holds_the_store_too_long_is_told(store, monkeypatch):
    monkeypatch.setattr(database, "PATIENCE", 0.1)
    store.open()
    holder = sqlite3.connect(store.path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="another program holds the database"):
        store.games.save(GAME)
    holder.execute("ROLLBACK")
    holder.close()
    assert store.games.save(GAME) == 1


def test_a_full_disk_is_told(store):
    store.games.save(GAME)
    with database.writer(store.open()) as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 20")  # of this connection, which is used again
    with pytest.raises(StoreError, match="no space left on the disk"):
        for number in range(40):
            store.games.save(replace(GAME, id=f"{number:012}", body="x" * 9000))
    assert store.games.load(GAME.id).plies == 3


def test_looking_at_a_store_loads_no_toolkit(store):
    code = (
        "import sys\nfrom pathlib import Path\nfrom damier.library import Store\n"
        "Store(Path(sys.argv[1])).check()\nprint('sqlalchemy' in sys.modules, 'alembic' in sys.modules)\n"
        "Store(Path(sys.argv[1])).open()\nprint('sqlalchemy' in sys.modules, 'alembic' in sys.modules)\n"
    )
    store.open()
    said = subprocess.run([sys.executable, "-c", code, str(store.folder)], capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["False", "False", "True", "False"]


def test_the_folder_may_have_any_name(tmp_path):
    store = Store(tmp_path / "100% sure é" / "?x=1#y")
    assert store.games.save(GAME) == 1
    store.check()
    assert store.path.is_file()
    store.close()
    assert Path(tmp_path / "100% sure é" / "?x=1#y" / "damier.sqlite").is_file()
