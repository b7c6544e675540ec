"""Calling people by Web Push: what a push service gets, what the server does when it refuses, and who may subscribe."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import socket
import ssl
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

import httpx
import pytest
import sqlalchemy as sql
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from helpers.calls.push_service import CONTACT, PushService, Subscriber, push_service, settings
from helpers.table_server import Running, running
from sevenfold.cli import run
from sevenfold.errors import BadInput, MissingExtra
from sevenfold.protocol.errors import Refused
from sevenfold.server.push import notifier as notifiers
from sevenfold.server.push import sender
from sevenfold.server.push.endpoints import checked_endpoint, is_public
from sevenfold.server.push.key import PushKey, PushSettings, make_key
from sevenfold.server.push.notifier import Notice, Notifier
from sevenfold.server.storage import Storage, people, tables
from sevenfold.server.storage.people import subscriptions

NOTICE = Notice("Your turn", "It is your turn in Pyramid with “Kim”.", "#/room/abc", "turn abc")


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as made:
        yield made


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifiers, "PAUSES", (0.01, 0.01, 0.01))


def told(folder: Path, *browsers: Subscriber, times: int = 1, anywhere: bool = True) -> list[str]:
    """Tell a person something who has subscribed with these browsers; the endpoints that are still known afterwards."""

    async def tell() -> list[str]:
        storage = Storage(folder / "table.db")
        made = Notifier(storage, settings(folder, anywhere=anywhere))
        person = (await storage.run(people.make, people.new_token())).id
        for browser in browsers:
            await storage.run(subscriptions.add, person, browser.subscription, None)
        for _ in range(times):
            made.tell(person, NOTICE)
        await asyncio.wait(list(made._tasks))
        left = [known.endpoint for known in await storage.run(subscriptions.of_person, person)]
        await made.close()
        storage.close()
        return left

    return asyncio.run(tell())


# -- what is sent -----------------------------------------------------------------------------------------------------


def test_only_the_browser_can_read_what_it_is_sent(tmp_path: Path, service: PushService) -> None:
    browser = service.subscriber()
    assert told(tmp_path, browser) == [browser.subscription.endpoint]
    [(path, headers, body)] = service.taken
    assert path == "/send/one"
    assert b"Pyramid" not in body
    assert set(said := browser.read(body)) == {"title", "text", "link", "about"}
    assert (said["title"], said["text"], said["link"]) == (NOTICE.title, NOTICE.sentence, NOTICE.link)
    assert headers["topic"] == said["about"]
    assert len(headers["topic"]) == 32
    assert (headers["ttl"], headers["urgency"], headers["content-encoding"]) == ("86400", "normal", "aes128gcm")


def test_the_service_learns_who_sends_and_whom_to_ask(tmp_path: Path, service: PushService) -> None:
    told(tmp_path, service.subscriber())
    kind, _, rest = service.taken[0][1]["authorization"].partition(" ")
    parts = dict(part.split("=", 1) for part in rest.split(","))
    claims = json.loads(base64.urlsafe_b64decode(parts["t"].split(".")[1] + "=="))
    assert kind == "vapid"
    assert parts["k"] == PushKey(settings(tmp_path)).public
    assert (claims["aud"], claims["sub"]) == (service.address, CONTACT)
    assert 0 < claims["exp"] - time.time() < 86_400


# -- a service that refuses -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended_is_forgotten(tmp_path: Path, service: PushService, status: int) -> None:
    service.answers = [status]
    assert told(tmp_path, service.subscriber()) == []
    assert len(service.taken) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_service_that_is_busy_is_asked_again(tmp_path: Path, service: PushService, status: int) -> None:
    service.answers, service.headers = [status] * 2, {"Retry-After": "0"}
    assert len(told(tmp_path, service.subscriber())) == 1
    assert len(service.taken) == 3


@pytest.mark.parametrize(("status", "attempts"), [(503, 4), (400, 1), (403, 1), (413, 1), (302, 1)])
def test_a_message_that_nobody_takes_is_dropped(
    tmp_path: Path, service: PushService, status: int, attempts: int, caplog: pytest.LogCaptureFixture
) -> None:
    service.answers = [status] * 9
    service.headers = {"Location": f"{service.address}/elsewhere"}
    assert len(told(tmp_path, service.subscriber("secret"))) == 1
    assert len(service.taken) == attempts
    [warning] = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert f"127.0.0.1 took no message ({status})" in warning
    assert "secret" not in caplog.text


def test_a_service_that_is_gone_or_silent_holds_nobody_up(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sender, "PATIENCE", 1.0)  # on a busy machine the third, which answers, takes a while, too
    with socket.create_server(("127.0.0.1", 0)) as silent:  # it accepts nobody
        addresses = ("http://127.0.0.1:9/dead", f"http://127.0.0.1:{silent.getsockname()[1]}/silent")
        began = time.monotonic()
        assert len(told(tmp_path, *map(Subscriber, addresses), service.subscriber())) == 3
    assert time.monotonic() - began < 10
    assert len(service.taken) == 1, "the others are told all the same"
    assert caplog.text.count("no answer") == 2


def test_nobody_waits_for_the_services(tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifiers, "MOST_WAITING", 3)
    told(tmp_path, service.subscriber(), times=9)
    assert len(service.taken) == 3


# -- where it sends ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "endpoint",
    [
        "", "x", "http://push.example.org/x", "https://", "https://localhost/x", "https://127.0.0.1/x", "https://[::1]/x",
        "https://2130706433/x", "https://0x7f.1/x", "https://10.0.0.1/x", "https://push.example.org:8443/x",
        "https://push.example.org:99999/x", "https://me@push.example.org/x", "https://push.example.org/x#y",
        "https://push.example.org\\@evil/x", "https://push.example.org/x y", "https://push.example.org/\r\nX: y",
        "https://pusch.example.örg/x", "file:///etc/passwd", "https://intranet/x", f"https://push.example.org/{'x' * 1000}",
    ],
)  # fmt: skip
def test_an_endpoint_is_a_name_in_the_internet(endpoint: str) -> None:
    with pytest.raises(Refused, match="https address with a name"):
        checked_endpoint(endpoint)


@pytest.mark.parametrize("endpoint", ["https://fcm.googleapis.com/fcm/send/a:b_c-", "https://web.push.apple.com:443/Q?x=1"])
def test_endpoints_of_push_services(endpoint: str) -> None:
    assert checked_endpoint(endpoint) == endpoint


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "192.168.1.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "::ffff:10.0.0.1", "64:ff9b::a00:1",
        "2002:a00:1::", "ff02::1", "2001:db8::1", "name",
    ],
)  # fmt: skip
def test_private_addresses(address: str) -> None:
    assert not is_public(address)


def test_public_addresses() -> None:
    assert all(map(is_public, ["9.9.9.9", "2620:fe::fe", "::ffff:9.9.9.9", "64:ff9b::909:909"]))


def test_a_name_that_leads_into_the_own_network_is_forgotten(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it led to when its browser subscribed."""
    found = [(2, 1, 6, "", (address, 443)) for address in ("9.9.9.9", "10.0.0.1")]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: found)
    assert told(tmp_path, Subscriber("https://push.example.org/x"), anywhere=False) == []


def test_a_connection_is_to_the_address_that_was_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second look at the name could find another; its certificate is the name's all the same."""
    looked: list[object] = []
    asked: list[httpx.Request] = []

    async def send(_: object, request: httpx.Request, **__: object) -> httpx.Response:
        asked.append(request)
        return httpx.Response(201)

    def looks(name: object, *_: object, **__: object) -> list[object]:
        looked.append(name)
        return [(2, 1, 6, "", ("9.9.9.9", 443))]

    monkeypatch.setattr("socket.getaddrinfo", looks)
    monkeypatch.setattr(httpx.AsyncClient, "send", send)
    assert len(told(tmp_path, Subscriber("https://push.example.org/x"), anywhere=False)) == 1
    assert looked == ["push.example.org"]
    [request] = asked
    assert (str(request.url), request.headers["host"]) == ("https://9.9.9.9/x", "push.example.org")
    assert request.extensions["sni_hostname"] == "push.example.org"


# -- keys -------------------------------------------------------------------------------------------------------------


def test_a_key_is_made_once(tmp_path: Path) -> None:
    file = tmp_path / "push.pem"
    assert make_key(file) == PushKey(PushSettings(str(file), CONTACT)).public
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(BadInput, match="already"):
        make_key(file)


@pytest.mark.parametrize(
    "contact", ["", "you@example.org", "mailto:you", "http://example.org", "https://", "mailto:a@b c", "https://" + "x" * 300]
)
def test_a_contact_is_asked_for(tmp_path: Path, contact: str) -> None:
    settings(tmp_path)
    with pytest.raises(BadInput, match="--push-contact mailto:"):
        PushKey(PushSettings(str(tmp_path / "push.pem"), contact))


def test_what_is_no_key(tmp_path: Path) -> None:
    (tmp_path / "not.pem").write_text("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")
    for file, words in (("not.pem", "holds no key"), ("missing.pem", "cannot be read")):
        with pytest.raises(BadInput, match=f"{words}.*push-key"):
            PushKey(PushSettings(str(tmp_path / file), CONTACT))


def test_the_commands_say_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "push.pem")
    assert run(["push-key", file]) == 0
    assert PushKey(PushSettings(file, CONTACT)).public in capsys.readouterr().out
    for arguments, words in (
        (["push-key", file], "already"),
        (["serve", "--push-key", file], "--push-contact mailto:you@example.org"),
        (["serve", "--push-contact", CONTACT], "--push-key FILE"),
        (["serve", "--push-key", str(tmp_path / "missing.pem"), "--push-contact", CONTACT], "cannot be read"),
    ):
        assert run([*arguments, *(["--port", "0", "--db", str(tmp_path / "table.db")] if arguments[0] == "serve" else [])]) == 2
        assert words in capsys.readouterr().err


def test_without_the_package_a_sentence_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "py_vapid", None)
    with pytest.raises(MissingExtra, match=r"sevenfold\[push\]"):
        make_key(tmp_path / "push.pem")
    assert Notifier(cast("Storage", None)).public_key == "", "a server that calls nobody needs none"


# -- who may subscribe ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("push")
    with running(folder / "table.db", calls=settings(folder)) as server:
        yield server


def known(server: Running, browser: Subscriber) -> list[str]:
    """The people who are called in a browser."""
    found = sql.select(tables.subscriptions.c.person).where(tables.subscriptions.c.hash == browser.subscription.id)
    return list(server.run(lambda c: c.scalars(found).all()))


def test_a_browser_subscribes_and_leaves(server: Running) -> None:
    assert server.http.get("/api/push").json()["key"]
    with server.somebody("Kim") as kim:
        browser = Subscriber("http://127.0.0.1:9/kim")
        for _ in range(2):
            assert kim.post("/api/subscriptions", json=browser.as_json()).status_code == 204
        assert len(known(server, browser)) == 1
        assert kim.delete(f"/api/subscriptions/{browser.subscription.id}").status_code == 204
        assert known(server, browser) == []
        assert kim.delete(f"/api/subscriptions/{browser.subscription.id}").status_code == 204


def test_strangers_do_not_touch_anothers_subscription(server: Running) -> None:
    browser = Subscriber("http://127.0.0.1:9/theirs")
    with server.somebody("Kim") as kim, server.somebody("Lou") as lou, server.somebody() as nobody:
        kim.post("/api/subscriptions", json=browser.as_json()).raise_for_status()
        [person] = known(server, browser)
        for other in (lou, nobody):
            assert other.delete(f"/api/subscriptions/{browser.subscription.id}").status_code == 204
        stolen = {**Subscriber(browser.subscription.endpoint).as_json()}
        assert server.error(lou.post("/api/subscriptions", json=stolen)) == (403, "not_yours")
        assert known(server, browser) == [person]
        # The browser itself knows its keys: whoever it belongs to now is called there.
        assert lou.post("/api/subscriptions", json=browser.as_json()).status_code == 204
        assert known(server, browser) not in ([person], [])


def test_a_person_has_ten_browsers_at_most(server: Running) -> None:
    browsers = [Subscriber(f"http://127.0.0.1:9/{number}") for number in range(12)]
    with server.somebody("Kim") as kim:
        for browser in browsers:
            kim.post("/api/subscriptions", json=browser.as_json()).raise_for_status()
    assert [len(known(server, browser)) for browser in browsers] == [0, 0, *[1] * 10]


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "ftp://push.example.org/x"}, {"endpoint": "x" * 1001}, {"p256dh": "AAAA"}, {"p256dh": "B" + "A" * 86},
        {"auth": "AAAA"}, {"auth": "é" * 22}, {"p256dh": "x" * 101}, {"more": 1}, {"auth": None},
    ],
)  # fmt: skip
def test_what_is_no_subscription(server: Running, wrong: dict[str, object]) -> None:
    sent = Subscriber("http://127.0.0.1:9/wrong").as_json() | wrong
    assert server.error(server.http.post("/api/subscriptions", json=sent)) == (422, "bad_message")


def test_a_server_without_a_key_calls_nobody(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as server:
        assert server.http.get("/api/push").json() == {"key": ""}
        answer = server.http.post("/api/subscriptions", json=Subscriber("https://push.example.org/x").as_json())
        assert server.error(answer) == (409, "not_now")
        assert "has not set that up" in answer.json()["error"]["message"]


# -- certificates -----------------------------------------------------------------------------------------------------


def certified(name: str, folder: Path) -> ssl.SSLContext:
    """What a server of this name has, with a certificate that it has signed itself; it lies in `name.pem`."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    made = x509.CertificateBuilder(called, called, key.public_key(), x509.random_serial_number(), now, now + timedelta(days=1))
    names = x509.SubjectAlternativeName([x509.DNSName(name)])
    signed = made.add_extension(names, critical=False).sign(key, hashes.SHA256())
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "key.pem").write_bytes(private)
    (folder / f"{name}.pem").write_bytes(signed.public_bytes(Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / f"{name}.pem", folder / "key.pem")
    return context


def test_the_certificate_is_that_of_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although the connection is to an address."""
    with push_service(certified("push.example.org", tmp_path)) as service:
        port = service.address.rpartition(":")[2]
        monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: [(2, 1, 6, "", ("127.0.0.1", int(port)))])

        async def statuses() -> list[int]:
            made = sender.PushSender(PushKey(settings(tmp_path)))
            trusted = ssl.create_default_context(cafile=tmp_path / "push.example.org.pem")
            made._client = httpx.AsyncClient(verify=trusted, trust_env=False)
            browsers = [
                Subscriber(f"https://{name}:{port}/x").subscription for name in ("push.example.org", "other.example.org")
            ]
            found = [(await made.send(browser, b"{}", {})).status for browser in browsers]
            await made.close()
            return found

        assert asyncio.run(statuses()) == [201, 0]
        assert service.taken[0][1]["host"] == f"push.example.org:{port}"
