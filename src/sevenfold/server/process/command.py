"""The command `sevenfold serve`; the server itself is imported when the command runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import typer

from sevenfold.errors import BadInput, quoted


def serve(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE]...",
            help="Games of your own that are not installed. Each is loaded anew whenever its file changes; for that, all rules"
            " run as plain Python, and bots think less far ahead.",
        ),
    ] = None,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets other machines in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on; 0 for a free one.")] = 7777,
    db: Annotated[
        str | None,
        typer.Option(metavar="FILE|URL", help="Where games are stored: a file, or postgresql+psycopg://USER@HOST/NAME."),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in your browser.")] = True,
    durable: Annotated[bool, typer.Option("--durable", help="Make every move survive a power cut; storing is slower.")] = False,
    workers: Annotated[int, typer.Option(metavar="N", help="The number of processes; more than one requires PostgreSQL.")] = 1,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="A further name of the server, with :PORT and /PATH if a proxy adds them; may be repeated."
        ),
    ] = None,
    behind_proxy: Annotated[
        str, typer.Option(metavar="A,B,…", help="Reverse proxies whose X-Forwarded headers are trusted.")
    ] = "",
    log: Annotated[str, typer.Option(metavar="text|json", help="Warnings as text, or every request as a JSON line.")] = "text",
    metrics_for: Annotated[
        list[str] | None,
        typer.Option(metavar="NETWORK", help="A further network that may read /metrics; may be repeated."),
    ] = None,
    sockets_per_address: Annotated[int, typer.Option(min=1, help="Games that one address may watch at a time.")] = 100,
    rooms_per_address: Annotated[int, typer.Option(min=1, help="Rooms that one address may open in an hour.")] = 240,
    requests_per_second: Annotated[float, typer.Option(min=1, help="Requests per second from one address.")] = 50,
    messages_per_second: Annotated[
        float, typer.Option(min=1, help="Messages per second from one player; more have to wait.")
    ] = 10,
    design: Annotated[
        bool,
        typer.Option(
            "--design",
            help="Let people make test rooms, whose host sees all hands, moves for everybody and goes back; their games do not"
            " count. Games in files have them anyway, unless other machines reach the server.",
        ),
    ] = False,
    push_key: Annotated[
        str,
        typer.Option(
            metavar="FILE",
            envvar="SEVENFOLD_PUSH_KEY",
            show_default=False,
            help="Call people who are away by Web Push, with the key in this file, which `sevenfold push-key FILE` makes.",
        ),
    ] = "",
    push_contact: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            envvar="SEVENFOLD_PUSH_CONTACT",
            show_default=False,
            help="For that, whom push services may ask about this server: mailto:you@example.org, or an https address.",
        ),
    ] = "",
    public: Annotated[
        bool,
        typer.Option("--public/--no-public", help="Let people open a room to everybody on this server, who find it in a list."),
    ] = True,
    prepare: Annotated[
        bool,
        typer.Option(
            "--prepare/--no-prepare",
            envvar="SEVENFOLD_PREPARE",
            show_envvar=False,
            help="Compile all games and look for the daily deals in the background, so that nobody waits for them; it takes"
            " some minutes of processor time after each update.",
        ),
    ] = True,
    rule_seconds: Annotated[
        float, typer.Option(min=0.1, help="Seconds that a function of another package's game may run.")
    ] = 2,
) -> None:
    """Play in the browser: start the server and keep it running until Ctrl-C."""
    from sevenfold.server.http.links import is_loopback
    from sevenfold.server.http.middleware.limits import Limits
    from sevenfold.server.http.middleware.proxies import HERE

    from .serve import run_server
    from .uvicorn_server import Hosting

    if log not in ("text", "json"):
        raise BadInput(f"--log is text or json, not {log!r}.")
    followed = _followed(files or (), workers)
    limits = Limits(
        sockets=sockets_per_address,
        connections=max(250, sockets_per_address * 2),
        rooms=rooms_per_address,
        requests=requests_per_second,
        messages=messages_per_second,
    )
    kind: Literal["text", "json"] = "json" if log == "json" else "text"
    metrics = (*HERE, *(metrics_for or []))
    names = tuple(name or ())
    hosting = Hosting(
        names, behind_proxy, log=kind, metrics_for=metrics, durable=durable, limits=limits, rule_seconds=rule_seconds,
        followed=followed, design=design or (bool(followed) and is_loopback(host)), public=public,
        push_key=push_key, push_contact=push_contact, prepare=prepare,
    )  # fmt: skip
    run_server(host=host, port=port, db=db, open_browser=browser, hosting=hosting, workers=workers)


def push_key(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A new file, which only you can read.")],
) -> None:
    """Make a key with which a server calls people by Web Push (serve --push-key). Keep it: with another, all must ask anew."""
    from sevenfold.server.push.key import make_key
    from sevenfold.system.files import path_named

    public = make_key(path_named(file).expanduser())
    print(f"{file} holds the key; browsers know it as {public}.")


def _followed(files: Sequence[str], workers: int) -> tuple[str, ...]:
    """The games in files, which are loaded; BadInput for what is no file."""
    from sevenfold.registry import game_named, rules_of
    from sevenfold.registry.game_files import is_in_file

    if files and workers > 1:
        raise BadInput("Files are followed by one process; leave out --workers.")
    games = tuple(dict.fromkeys(game_named(file) for file in files))
    for game in games:
        if not is_in_file(game):
            raise BadInput(f"serve takes files and folders of games, such as ./my_game.py; not {quoted(game)}. Installed games"
                " are served anyway.")  # fmt: skip
        rules_of(game)  # what is wrong with it is said here, not in its rooms
    return games
