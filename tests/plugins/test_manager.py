"""Finding plugins and running their hooks: what one of them does wrong is its own affair."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from calledshot.errors import PluginError
from calledshot.finding import Finding
from calledshot.moves.declaration import Declaration
from calledshot.plugins import hookspecs, manager
from calledshot.plugins.manager import HOOKS, HouseRules, Plugin
from calledshot.plugins.marker import hookimpl
from calledshot.referee.ruling import Ruling

RULING = Ruling(kind="fumble", outcome="rolled", values={"roll": 7})
DECLARATION = Declaration(combatant="Torvik77")
ENCOUNTER: Any = None  # house rules may look at it, the manager does not

Make = Callable[..., ModuleType]


@pytest.fixture
def plugin() -> Iterator[Make]:
    """Makes a plugin from source text and takes it away after the test."""
    made: list[str] = []

    def make(name: str, source: str) -> ModuleType:
        module = ModuleType(f"plugin_{name}")
        module.__dict__["hookimpl"] = hookimpl
        module.__dict__["Ruling"], module.__dict__["Finding"] = Ruling, Finding
        exec(compile(textwrap.dedent(source), f"/plugins/{name}.py", "exec"), module.__dict__)
        made.append(name)
        manager.register(name, module)
        return module

    yield make
    for name in made:
        manager.unregister(name)


def known(name: str) -> Plugin:
    return next(plugin for plugin in manager.plugins() if plugin.name == name)


# What is installed


def test_the_bundled_plugins_are_found() -> None:
    parthos, house = known("parthos"), known("critical_miss")
    assert (parthos.rulesets, parthos.default, parthos.error) == (("parthos",), "parthos", None)
    assert (house.rulesets, house.hooks, house.error) == ((), ("calledshot_override",), None)


def test_a_ruleset_by_name_and_by_default() -> None:
    assert manager.find_ruleset() is manager.find_ruleset("parthos")
    assert manager.find_ruleset().title == "Parthos"


@pytest.mark.parametrize("written", ["two-words", "Two_Words", "twowords", "TWO WORDS"])
def test_a_ruleset_however_its_name_is_joined(plugin: Make, written: str) -> None:
    plugin(
        "twain",
        """
        class Twain:
            name, title, default = "two_words", "Two Words", False

        @hookimpl
        def calledshot_rulesets():
            return [Twain()]
        """,
    )
    assert manager.find_ruleset(written).title == "Two Words"


def test_an_unknown_ruleset_names_the_nearest() -> None:
    with pytest.raises(PluginError, match=r"'parthoss' \(did you mean parthos\?\); there is: .*parthos"):
        manager.find_ruleset("parthoss")


RULESET = """
class Odd:
    name, default = "{name}", {default}
@hookimpl
def calledshot_rulesets():
    return [Odd()]
"""


def test_a_registered_plugin_brings_its_ruleset(plugin: Make) -> None:
    plugin("odd", RULESET.format(name="odd rules", default=False))
    assert manager.find_ruleset("odd rules").name == "odd rules"
    assert manager.find_ruleset().name == "parthos"


def test_two_plugins_with_one_ruleset_are_both_named(plugin: Make) -> None:
    plugin("first", RULESET.format(name="odd", default=False))
    with pytest.raises(PluginError, match=r"claim the rule system odd: first \(plugin_first\) and second"):
        plugin("second", RULESET.format(name="odd", default=False))
        manager.find_ruleset("odd")


def test_two_defaults_are_both_named(plugin: Make) -> None:
    plugin("odd", RULESET.format(name="odd", default=True))
    with pytest.raises(PluginError, match=r"declare themselves the default.*odd.*parthos"):
        manager.find_ruleset()
    assert manager.find_ruleset("parthos").name == "parthos"


def test_two_plugins_of_one_name(plugin: Make) -> None:
    plugin("odd", "")
    with pytest.raises(PluginError, match="two plugins are called odd"):
        plugin("odd", "")


@pytest.mark.parametrize(
    ("source", "error"),
    [
        (
            "@hookimpl\ndef calledshot_chek(declaration): pass",
            "no hook calledshot_chek (did you mean calledshot_check?)",
        ),
        ("def calledshot_check(declaration): pass", "calledshot_check is not marked with @hookimpl"),
        (
            "@hookimpl\ndef calledshot_check(move): pass",
            "calledshot_check takes declaration, encounter, not move",
        ),
        ("@hookimpl\ndef calledshot_rulesets(): 1 / 0", "calledshot_rulesets failed: ZeroDivisionError"),
    ],
)
def test_a_plugin_that_does_not_fit_says_why(plugin: Make, source: str, error: str) -> None:
    plugin("odd", source)
    assert error in str(known("odd").error)
    with pytest.raises(PluginError, match="plugin odd cannot be used"):
        HouseRules(["odd"])
    assert manager.find_ruleset().name == "parthos"


def test_our_table_of_hooks_is_that_of_the_specifications() -> None:
    specified = {
        name: value.__code__.co_varnames[: value.__code__.co_argcount]
        for name, value in vars(hookspecs).items()
        if name.startswith("calledshot_")
    }
    assert specified == HOOKS


def test_our_mark_is_pluggys(plugin: Make) -> None:
    module = plugin("odd", "@hookimpl(tryfirst=True)\ndef calledshot_ruled(ruling): return ruling")
    made = manager.manager()
    (found,) = [impl for impl in made.hook.calledshot_ruled.get_hookimpls() if impl.plugin is module]
    assert found.tryfirst and found.plugin_name == "odd"
    assert RULING in made.hook.calledshot_ruled(ruling=RULING)


# Collecting hooks


def test_collecting_goes_on_past_one_that_raises(plugin: Make) -> None:
    plugin("bad", "@hookimpl\ndef calledshot_formats(): raise ValueError('no\\nformats')")
    plugin("good", "@hookimpl\ndef calledshot_formats(): return ['mine', 'yours']")
    results, failures = manager.call_hook("calledshot_formats")
    assert [result for result in results if result[0] == "good"] == [("good", "mine"), ("good", "yours")]
    (failure,) = [failure for failure in failures if failure.plugin == "bad"]
    assert str(failure) == (
        "plugin bad: calledshot_formats failed and was skipped: ValueError: no formats (line 2 of bad.py)"
    )


def test_two_plugins_with_one_format_are_both_named(plugin: Make) -> None:
    plugin("one", "@hookimpl\ndef calledshot_formats(): return ['odd']")
    plugin("two", "@hookimpl\ndef calledshot_formats(): return ['odd']")
    with pytest.raises(PluginError, match="two plugins claim odd under calledshot_formats: one and two"):
        manager.collect("calledshot_formats")


def test_a_hook_gets_the_arguments_it_asks_for(plugin: Make) -> None:
    plugin("plain", "@hookimpl\ndef calledshot_commands(): return ['none']")
    plugin("full", "@hookimpl\ndef calledshot_commands(app): return [app]")
    results, _ = manager.call_hook("calledshot_commands", app="APP")
    assert ("plain", "none") in results and ("full", "APP") in results


# House rules


def test_no_house_rules_are_false_and_cost_nothing() -> None:
    none = HouseRules()
    assert not none
    assert none.check(DECLARATION, ENCOUNTER) == [] and none.override(RULING, ENCOUNTER) is None


def test_an_unknown_house_rule_is_an_error() -> None:
    with pytest.raises(PluginError, match=r"not installed: 'critical_mis' \(did you mean critical_miss\?\)"):
        HouseRules(["critical_mis"])


EVERY = """
seen = []
@hookimpl
def calledshot_check(declaration, encounter):
    return [Finding(code="HOUSE-1", severity="info", message=declaration.combatant)]
@hookimpl
def calledshot_adjudicate(occurrence):
    return [Ruling(kind="{name}", outcome="further")] if occurrence.kind == "fumble" else []
@hookimpl
def calledshot_override(ruling, encounter):
    return Ruling(kind="{name}", outcome=ruling.outcome)
@hookimpl
def calledshot_voice(ruling):
    return "{name} says so"
@hookimpl
def calledshot_ruled(ruling):
    seen.append(ruling)
"""


def test_every_house_rule_hook(plugin: Make) -> None:
    module = plugin("mine", EVERY.format(name="mine"))
    house = HouseRules(["mine"])
    assert house
    assert [finding.message for finding in house.check(DECLARATION, ENCOUNTER)] == ["Torvik77"]
    assert [ruling.kind for ruling in house.adjudicate(RULING, ENCOUNTER)] == ["mine"]
    assert house.adjudicate(Ruling(kind="attack", outcome="hit"), ENCOUNTER) == []
    assert house.override(RULING, ENCOUNTER) == Ruling(kind="mine", outcome="rolled")
    assert house.voice(RULING, ENCOUNTER) == "mine says so"
    house.ruled(RULING)
    assert module.seen == [RULING]
    assert house.failures == []


def test_the_campaigns_order_decides_who_answers_first(plugin: Make) -> None:
    plugin("one", EVERY.format(name="one"))
    plugin("two", EVERY.format(name="two"))
    assert HouseRules(["one", "two"]).voice(RULING, ENCOUNTER) == "one says so"
    assert HouseRules(["two", "one"]).voice(RULING, ENCOUNTER) == "two says so"
    kinds = [ruling.kind for ruling in HouseRules(["two", "one"]).adjudicate(RULING, ENCOUNTER)]
    assert kinds == ["two", "one"]


def test_a_plugin_that_the_campaign_does_not_name_stays_out(plugin: Make) -> None:
    plugin("one", EVERY.format(name="one"))
    plugin("two", "")
    assert HouseRules(["two"]).voice(RULING, ENCOUNTER) is None


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("raise KeyError('roll')", "KeyError: 'roll' (line 5 of bad.py)"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("return calledshot_voice(ruling)", "RecursionError"),
        ("return 3", "TypeError: expected str, got int"),
    ],
)
def test_a_hook_that_fails_is_reported_once_and_the_next_one_asked(
    plugin: Make, body: str, error: str
) -> None:
    plugin("bad", f"\n\n@hookimpl\ndef calledshot_voice(ruling):\n    {body}\n")
    plugin("good", EVERY.format(name="good"))
    house = HouseRules(["bad", "good"])
    assert [house.voice(RULING, ENCOUNTER) for _ in range(3)] == ["good says so"] * 3
    (failure,) = house.failures
    assert (failure.plugin, failure.hook) == ("bad", "calledshot_voice")
    assert error in failure.error


def test_what_is_neither_finding_nor_ruling_never_comes_through(plugin: Make) -> None:
    plugin("bad", "@hookimpl\ndef calledshot_check(declaration): return ['oops']")
    house = HouseRules(["bad"])
    assert house.check(DECLARATION, ENCOUNTER) == []
    assert "expected Finding, got str" in house.failures[0].error


# Installed without being imported


def install(folder: Path, name: str, version: str, source: str) -> None:
    (folder / f"{name}.py").write_text(source)
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text(f"[console_scripts]\nx = y:z\n\n[calledshot]\n{name} = {name}\n")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on sys.path where plugins can be installed, and a cache of its own."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("CALLEDSHOT_CACHE", str(tmp_path / "cache"))
    before = set(sys.modules)
    manager.forget()
    yield folder
    for name in set(sys.modules) - before:
        if getattr(sys.modules[name], "__file__", None) and str(folder) in str(sys.modules[name].__file__):
            del sys.modules[name]
    manager.forget()


SOURCE = "from calledshot.api import hookimpl\n@hookimpl\ndef calledshot_ruled(ruling):\n    pass\n"


def test_an_installed_plugin_is_described_once_and_then_remembered(site: Path, tmp_path: Path) -> None:
    install(site, "odd_plugin_a", "1.2", SOURCE)
    found = known("odd_plugin_a")
    assert (found.version, found.hooks) == ("1.2", ("calledshot_ruled",))
    assert (tmp_path / "cache" / "calledshot" / "plugins.json").exists()
    del sys.modules["odd_plugin_a"]
    manager.forget()
    assert known("odd_plugin_a") == found
    assert "odd_plugin_a" not in sys.modules


def test_a_changed_plugin_is_described_anew(site: Path) -> None:
    install(site, "odd_plugin_b", "1", SOURCE)
    assert known("odd_plugin_b").hooks == ("calledshot_ruled",)
    (site / "odd_plugin_b.py").write_text(SOURCE.replace("calledshot_ruled", "calledshot_voice"))
    (site / "odd_plugin_b.py").touch()
    del sys.modules["odd_plugin_b"]
    manager.forget()
    assert known("odd_plugin_b").hooks == ("calledshot_voice",)


def test_a_plugin_installed_later_is_seen(site: Path) -> None:
    manager.plugins()
    install(site, "odd_plugin_c", "1", SOURCE)
    manager.forget()
    assert known("odd_plugin_c").error is None


@pytest.mark.parametrize(
    "junk", [b"", b"{", b"\xff" * 100, b'{"version": 1}', b"[" * 100_000, b"x" * 2_000_000]
)
def test_a_broken_cache_is_made_anew(site: Path, tmp_path: Path, junk: bytes) -> None:
    manager.plugins()
    cache = tmp_path / "cache" / "calledshot" / "plugins.json"
    good = cache.read_bytes()
    cache.write_bytes(junk)
    manager.forget()
    assert known("parthos").rulesets == ("parthos",)
    assert cache.read_bytes() == good


def test_no_cache_at_all_is_no_matter(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a folder should be")
    monkeypatch.setenv("CALLEDSHOT_CACHE", str(blocked))
    manager.forget()
    assert known("parthos").rulesets == ("parthos",)


def test_a_plugin_that_cannot_be_imported_costs_only_itself(site: Path) -> None:
    install(site, "odd_plugin_d", "1", "import nothing_of_that_name\n")
    assert "ModuleNotFoundError" in str(known("odd_plugin_d").error)
    assert manager.find_ruleset().name == "parthos"
    with pytest.raises(PluginError, match="plugin odd_plugin_d cannot be used"):
        HouseRules(["odd_plugin_d"])
    (site / "nothing_of_that_name.py").write_text("")
    manager.forget()
    assert known("odd_plugin_d").error is None
