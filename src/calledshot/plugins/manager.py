"""Finds rule systems and other plugins, and runs their hooks; one that fails costs only its own output.

A rule system is imported alone: linting does not load what it does not need. House rules run only in
campaigns that name their plugin. Where plugins are installed and what they bring is `index`'s business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct, convert, to_builtins

from calledshot.errors import PluginError
from calledshot.finding import Finding
from calledshot.plugins import index
from calledshot.plugins.index import EntryPoint, Plugin
from calledshot.plugins.marker import MARK

if TYPE_CHECKING:
    import pluggy

    from calledshot.moves.declaration import Declaration
    from calledshot.plugins.ruleset import Ruleset
    from calledshot.referee.encounter import Encounter
    from calledshot.referee.ruling import Ruling

HOOKS: dict[str, tuple[str, ...]] = {
    "calledshot_rulesets": (),
    "calledshot_formats": (),
    "calledshot_dice_dialects": (),
    "calledshot_feeds": (),
    "calledshot_reports": (),
    "calledshot_commands": ("app",),
    "calledshot_check": ("declaration", "encounter"),
    "calledshot_adjudicate": ("occurrence", "encounter"),
    "calledshot_override": ("ruling", "encounter"),
    "calledshot_voice": ("ruling", "encounter"),
    "calledshot_ruled": ("ruling",),
}
"""Every hook with its arguments; the specifications with their meaning are in `hookspecs`."""

HOUSE_RULES = tuple(HOOKS)[6:]
"""The hooks that run only in campaigns that name the plugin."""

IMPORTS = import_module.__code__.co_filename
"""Where the frames of an import come from, which say nothing of the plugin."""

Result = TypeVar("Result")


class Failure(Struct, frozen=True):
    """A hook that raised or gave back what it may not: whose, which, and what went wrong."""

    plugin: str
    hook: str
    error: str

    def __str__(self) -> str:
        return f"plugin {self.plugin}: {self.hook} failed and was skipped: {self.error}"


# What is installed


_registered: dict[str, ModuleType] = {}
_installed: list[tuple[Plugin, ...]] = []
_rulesets: dict[str, Ruleset] = {}


def register(name: str, module: ModuleType) -> None:
    """Make a module a plugin of this process without installing it: for tests and embedding programs."""
    clash = _registered.get(name)
    if clash is not None and clash is not module:
        raise PluginError(f"two plugins are called {name}: {clash.__name__} and {module.__name__}")
    _registered[name] = module
    forget()


def unregister(name: str) -> None:
    _registered.pop(name, None)
    forget()


def forget() -> None:
    """Look again for what is installed, at the next question."""
    _installed.clear()
    _rulesets.clear()


def plugins(*, afresh: bool = False) -> tuple[Plugin, ...]:
    """Every plugin, by name. Two that claim one name, or one rule system, are an error that names both.
    `afresh`: what was remembered of them is not trusted."""
    if afresh:
        forget()
    if not _installed:
        own = [
            _describe(EntryPoint(name, module.__name__, "", ""), module)
            for name, module in _registered.items()
        ]
        taken = {plugin.name for plugin in own}
        found = [plugin for plugin in index.load(_inspect, afresh=afresh) if plugin.name not in taken]
        _installed.append(tuple(sorted([*own, *found], key=lambda plugin: plugin.name)))
        _no_clash(((plugin.name, plugin) for plugin in _installed[0]), "the name")
        _no_clash(((name, plugin) for plugin in _installed[0] for name in plugin.rulesets), "the rule system")
    return _installed[0]


def _no_clash(claims: Iterable[tuple[str, Plugin]], what: str) -> None:
    holders: dict[str, Plugin] = {}
    for name, plugin in claims:
        other = holders.setdefault(name, plugin)
        if other is not plugin:
            _installed.clear()
            raise PluginError(
                f"two plugins claim {what} {name}: {_whole(other)} and {_whole(plugin)}; uninstall one"
            )


def _whole(plugin: Plugin) -> str:
    return f"{plugin.name} ({plugin.module}{f' of {plugin.distribution}' if plugin.distribution else ''})"


def _inspect(entry: EntryPoint) -> Plugin:
    try:
        return _describe(entry, import_module(entry.module))
    except (Exception, SystemExit) as error:
        return Plugin(
            name=entry.name,
            module=entry.module,
            distribution=entry.distribution,
            version=entry.version,
            error=_words(error),
        )


def _describe(entry: EntryPoint, module: ModuleType) -> Plugin:
    """What a plugin brings, learned from its module; a hook it cannot have is its error."""
    hooks = []
    error = None
    for name, value in sorted(vars(module).items()):
        if not name.startswith("calledshot_") or not isinstance(value, FunctionType):
            continue
        problem = _misfit(name, value)
        if problem is None:
            hooks.append(name)
        error = error or problem
    rulesets = []
    default = None
    if "calledshot_rulesets" in hooks and error is None:
        try:
            made = [(ruleset.name, ruleset.default) for ruleset in module.calledshot_rulesets()]
            rulesets = [name for name, _ in made]
            default = next((name for name, is_default in made if is_default), None)
        except (Exception, SystemExit) as raised:
            error = f"calledshot_rulesets failed: {_words(raised)}"
    return Plugin(
        name=entry.name,
        module=entry.module,
        distribution=entry.distribution,
        version=entry.version,
        summary=(module.__doc__ or "").strip().partition("\n")[0],
        hooks=tuple(hooks),
        rulesets=tuple(rulesets),
        default=default,
        error=error,
    )


def _misfit(name: str, function: Any) -> str | None:
    """Why a function named like a hook is none: an unknown name, no mark, or arguments no hook has."""
    if name not in HOOKS:
        return f"there is no hook {name}{did_you_mean(name, HOOKS)}"
    if getattr(function, MARK, None) is None:
        return f"{name} is not marked with @hookimpl"
    odd = [argument for argument in _arguments(function) if argument not in HOOKS[name]]
    if odd:
        takes = ", ".join(HOOKS[name]) or "no arguments"
        return f"{name} takes {takes}, not {', '.join(odd)}"
    return None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """ " (did you mean calledshot_check?)", or nothing where no known name is near."""
    from rapidfuzz import fuzz, process

    best = process.extractOne(name[:100], sorted(known), scorer=fuzz.ratio, score_cutoff=70)
    return "" if best is None else f" (did you mean {best[0]}?)"


def module_of(plugin: Plugin) -> ModuleType:
    """A plugin's module, imported now if it was not."""
    if plugin.error is not None:
        raise PluginError(f"plugin {plugin.name} cannot be used: {plugin.error}")
    if plugin.name in _registered:
        return _registered[plugin.name]
    try:
        return import_module(plugin.module)
    except (Exception, SystemExit) as error:
        raise PluginError(f"plugin {plugin.name} cannot be loaded: {_words(error)}") from error


# Rule systems


def find_ruleset(name: str | None = None) -> Ruleset:
    """The rule system of that name (case, hyphens and underscores make no difference), or the one whose
    plugin declares itself the default. Imports its plugin and no other."""
    known = plugins()
    if name is None:
        defaults = [plugin for plugin in known if plugin.default is not None]
        if len(defaults) > 1:
            named = " and ".join(_whole(plugin) for plugin in defaults)
            raise PluginError(
                f"two plugins declare themselves the default rule system: {named}; name one with --ruleset"
            )
        if not defaults:
            raise PluginError(
                f"no rule system declares itself the default; name one with --ruleset{_broken(known)}"
            )
        name = defaults[0].default
    wanted = str(name)
    names = [one for plugin in known for one in plugin.rulesets]
    if wanted not in names:
        wanted = next((one for one in names if _bare(one) == _bare(wanted)), wanted)
    if wanted not in _rulesets:
        plugin = _bringing(wanted, known) or _bringing(wanted, known := plugins(afresh=True))
        if plugin is None:
            raise PluginError(_not_there(wanted, known))
        _rulesets.update(_made(plugin))
        if wanted not in _rulesets:
            raise PluginError(f"plugin {plugin.name} brings no rule system {wanted[:60]!r} any more")
    return _rulesets[wanted]


def _bare(name: str) -> str:
    return name.casefold().replace("-", "").replace("_", "").replace(" ", "")


def _not_there(wanted: str, known: Iterable[Plugin]) -> str:
    """Why there is no such rule system, in a line: it is broken, misspelt, or not installed."""
    known = list(known)
    for plugin in known:
        if plugin.error is not None and wanted in (plugin.name, plugin.module):
            return f"plugin {plugin.name} cannot be used: {plugin.error}"
    names = sorted(one for plugin in known for one in plugin.rulesets)
    near = did_you_mean(wanted, names)
    hint = _broken(known) or ("" if near else " (`pip install -e .` in the folder of one installs it)")
    said = ", ".join(names) or "none"
    return f"no installed plugin brings the rule system {wanted[:60]!r}{near}; there is: {said}{hint}"


def _made(plugin: Plugin) -> dict[str, Ruleset]:
    """The rule systems of a plugin, by name."""
    module = module_of(plugin)
    try:
        return {ruleset.name: ruleset for ruleset in module.calledshot_rulesets()}
    except (Exception, SystemExit) as error:
        raise PluginError(f"plugin {plugin.name}: calledshot_rulesets failed: {_words(error)}") from error


def _bringing(ruleset: str, known: Iterable[Plugin]) -> Plugin | None:
    return next((plugin for plugin in known if ruleset in plugin.rulesets), None)


def all_rulesets() -> Iterator[Ruleset]:
    """Every rule system that can be used, the default first and the others by name."""
    names = [(plugin.default != name, name) for plugin in plugins() for name in plugin.rulesets]
    for _, name in sorted(names):
        try:
            yield find_ruleset(name)
        except PluginError:
            continue


def _broken(known: Iterable[Plugin]) -> str:
    broken = [f"{plugin.name}: {plugin.error}" for plugin in known if plugin.error is not None]
    return f" (not usable: {'; '.join(broken)})" if broken else ""


# Hooks


def call_hook(hook: str, **arguments: Any) -> tuple[list[tuple[str, Any]], list[Failure]]:
    """Call a collecting hook of every installed plugin: (plugin name, what it gave) pairs, and the failures.
    Imports only the plugins that have the hook; lists are flattened."""
    results: list[tuple[str, Any]] = []
    failures = [
        Failure(plugin.name, "loading", plugin.error) for plugin in plugins() if plugin.error is not None
    ]
    for plugin in plugins():
        if hook not in plugin.hooks or plugin.error is not None:
            continue
        try:
            given = _call(getattr(module_of(plugin), hook), arguments)
        except (Exception, SystemExit) as error:
            failures.append(Failure(plugin.name, hook, _words(error)))
            continue
        results += [(plugin.name, one) for one in (given if isinstance(given, list | tuple) else [given])]
    return results, failures


def collect(hook: str) -> tuple[list[Any], list[Failure]]:
    """What all plugins bring under a hook that yields named things; two of one name are an error."""
    results, failures = call_hook(hook)
    owners: dict[str, str] = {}
    for plugin, thing in results:
        name = str(getattr(thing, "name", thing))
        other = owners.setdefault(name, plugin)
        if other != plugin:
            raise PluginError(f"two plugins claim {name} under {hook}: {other} and {plugin}; uninstall one")
    return [thing for _, thing in results], failures


def manager() -> pluggy.PluginManager:
    """A pluggy manager with our hooks and every usable plugin, for those who want pluggy itself."""
    made = _empty_manager()
    for plugin in plugins():
        if plugin.error is None:
            made.register(module_of(plugin), plugin.name)
    return made


def _empty_manager() -> pluggy.PluginManager:
    import pluggy

    from calledshot.plugins import hookspecs

    made = pluggy.PluginManager(hookspecs.PROJECT)
    made.add_hookspecs(hookspecs)
    return made


def _call(function: Any, arguments: dict[str, Any]) -> Any:
    wanted = _arguments(function)
    return function(**{name: value for name, value in arguments.items() if name in wanted})


def _arguments(function: Any) -> tuple[str, ...]:
    """The names a plain function takes: hooks are plain functions (`_describe` lets nothing else through)."""
    code = function.__code__
    names: tuple[str, ...] = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return names


class HouseRules:
    """The house-rule plugins that one campaign names, in its order. False where there are none.

    `failures` grows by one the first time a plugin's hook fails; the fight goes on without its answer.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.names = tuple(dict.fromkeys(names))
        self.failures: list[Failure] = []
        self._seen: set[tuple[str, str]] = set()
        self._asking = False  # a plugin that makes rulings itself is not asked about those again
        self._hooks: dict[str, list[tuple[str, Any, tuple[str, ...]]]] = {hook: [] for hook in HOUSE_RULES}
        if self.names:
            self._load()

    def __bool__(self) -> bool:
        return bool(self.names)

    def _load(self) -> None:
        made = _empty_manager()
        for name in reversed(self.names):  # pluggy asks the last registered first
            module = module_of(house_plugin(name))
            if not made.is_registered(module):
                made.register(module, name)
        for hook in HOUSE_RULES:
            for impl in reversed(getattr(made.hook, hook).get_hookimpls()):
                self._hooks[hook].append((impl.plugin_name, impl.function, tuple(impl.argnames)))

    def _ask(
        self, hook: str, kind: type[Result], fits: Callable[[Result], object] | None = None, **arguments: Any
    ) -> Iterator[Result]:
        """Each plugin's answers of the right kind, in the campaign's order; whatever else is a failure, and
        so is what `fits` raises at."""
        for plugin, function, names in self._hooks[hook] if not self._asking else ():
            try:
                self._asking = True
                try:
                    given = function(**{name: arguments[name] for name in names})
                finally:
                    self._asking = False
                if given is None:
                    continue
                answers = list(given) if isinstance(given, list | tuple) else [given]
                odd = next((one for one in answers if not isinstance(one, kind)), None)
                if odd is not None:
                    raise TypeError(f"expected {kind.__name__}, got {type(odd).__name__}")
                for one in answers:
                    _well_made(one)
                    if fits is not None:
                        fits(one)
            except (Exception, SystemExit) as error:
                self._failed(plugin, hook, error)
                continue
            yield from answers

    def _failed(self, plugin: str, hook: str, error: BaseException) -> None:
        if (plugin, hook) not in self._seen:
            self._seen.add((plugin, hook))
            self.failures.append(Failure(plugin, hook, _words(error)))

    def check(self, declaration: Declaration, encounter: Encounter) -> list[Finding]:
        """Further findings on a declaration."""
        return list(self._ask("calledshot_check", Finding, declaration=declaration, encounter=encounter))

    def adjudicate(
        self, occurrence: Ruling, encounter: Encounter, fits: Callable[[Ruling], object] | None = None
    ) -> list[Ruling]:
        """Further rulings that follow from one; `fits` raises at one that cannot be used."""
        asked = {"occurrence": occurrence, "encounter": encounter}
        return list(self._ask("calledshot_adjudicate", type(occurrence), fits, **asked))

    def override(
        self, ruling: Ruling, encounter: Encounter, fits: Callable[[Ruling], object] | None = None
    ) -> Ruling | None:
        """Another ruling in place of this one, from the first plugin that has one that `fits`."""
        asked = {"ruling": ruling, "encounter": encounter}
        return next(self._ask("calledshot_override", type(ruling), fits, **asked), None)

    def voice(self, ruling: Ruling, encounter: Encounter) -> str | None:
        """Other words for a ruling, from the first plugin that has some."""
        return next(self._ask("calledshot_voice", str, ruling=ruling, encounter=encounter), None)

    def ruled(self, ruling: Ruling) -> None:
        """Tell every plugin of a ruling."""
        for _ in self._ask("calledshot_ruled", object, ruling=ruling):
            pass


def _well_made(answer: object) -> None:
    """Raises TypeError or ValueError at a ruling or finding whose fields are not of their types, or hold what
    no report can write."""
    if isinstance(answer, Struct):
        convert(to_builtins(answer), type(answer))


def house_plugin(name: str) -> Plugin:
    """The installed plugin that a campaign calls by this name (its entry point's, or its module's)."""
    known = plugins()
    found = next((plugin for plugin in known if name in (plugin.name, plugin.module)), None)
    if found is None:
        names = [plugin.name for plugin in known]
        raise PluginError(
            f"the campaign names a plugin that is not installed: {name[:60]!r}{did_you_mean(name, names)}"
        )
    return found


def blamed(error: BaseException) -> str | None:
    """Which installed plugin an exception came out of and what it is, in a line; None where no plugin but
    ours had a hand in it."""
    theirs = {
        plugin.module.partition(".")[0]: plugin.name
        for plugin in plugins()
        if plugin.distribution not in ("", "calledshot")
    }
    name = place = None
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        top = str(trace.tb_frame.f_globals.get("__name__")).partition(".")[0]
        if top in theirs:
            name, place = theirs[top], f"line {trace.tb_lineno} of {_short(code.co_filename)}, {code.co_name}"
        trace = trace.tb_next
    if name is None:
        return None
    text = " ".join(str(error).split())[:200]
    return f"plugin {name} failed: {type(error).__name__}{f': {text}' if text else ''} ({place})"


def _short(path: str) -> str:
    """A file's name; of an __init__.py, of which there are many, with its folder."""
    *folders, name = path.replace("\\", "/").split("/")
    return f"{folders[-1]}/{name}" if name == "__init__.py" and folders else name


def _words(error: BaseException) -> str:
    """An exception in one line, with where in the plugin it was raised."""
    text = " ".join(str(error).split())[:200]
    trace = error.__traceback__
    place = ""
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename not in (__file__, IMPORTS) and not code.co_filename.startswith("<"):
            place = f" (line {trace.tb_lineno} of {_short(code.co_filename)})"
        trace = trace.tb_next
    return f"{type(error).__name__}{f': {text}' if text else ''}{place}"
