"""Who is let in: tokens, names, versions, secrets of open mode, TLS; and that no token is ever written down."""

from __future__ import annotations

import asyncio
import tomllib
from pathlib import Path

import grpc
import pytest

from ginrummy.join import read_join
from ginrummy.messages import Hello, Join, Joined, Refused, Replaced, Welcome
from ginrummy.v1 import play_pb2
from service import (
    bot,
    journals,
    played,
    process,
    referee,
    run,
    serving,
    simple_choice,
    token_of,
    tournament,
    until,
    verified,
)
from wire_bot import WireBot

BOTH = tournament("ann", "bob")
OPEN = tournament("ann", "bob", open=True)


async def answer(player: WireBot, *messages) -> object:
    """The first thing that the referee says to a bot that says this first; then the bot goes."""
    await player.open()
    try:
        await player.say(*messages)
        return (await player.read() or [None])[0]
    finally:
        await player.close()


async def status(player: WireBot, *messages) -> tuple[grpc.StatusCode, str]:
    """How the call ends that says this first."""
    await player.open()
    try:
        await player.say(*messages)
        while await player.read() is not None:
            pass
        return await player.call.code(), await player.call.details()
    except grpc.aio.AioRpcError as error:
        return error.code(), error.details()
    except asyncio.InvalidStateError:
        return await player.call.code(), await player.call.details()
    finally:
        await player.close()


def refused(answered: object, reason: str) -> str:
    assert isinstance(answered, Refused)
    assert answered.reason.name == reason
    assert answered.remedy
    return answered.text


@pytest.mark.parametrize("token", [None, "wrong", token_of("ann")[:-1], token_of("nobody"), "x" * 4_000])
def test_a_call_without_a_good_token_ends_before_a_word_is_read(tmp_path: Path, token: str | None) -> None:
    """UNAUTHENTICATED, whatever the frame says, and the token is not repeated."""

    async def work() -> None:
        async with serving(tmp_path, BOTH) as served:
            code, text = await status(served.bot("ann", token=token), Hello("ann"), Join())
            assert code is grpc.StatusCode.UNAUTHENTICATED
            assert "join file" in text
            assert token is None or token not in text

    run(work())


def test_another_scheme_or_two_tokens_are_no_token(tmp_path: Path) -> None:
    """Only one `Bearer TOKEN` counts."""

    async def work() -> None:
        async with serving(tmp_path, BOTH) as served:
            for values in (
                ("Basic " + token_of("ann"),),
                (token_of("ann"),),
                (f"Bearer {token_of('ann')}",) * 2,
                ("",),
            ):
                player = served.bot("ann")
                await player.open()
                call = player.channel.stream_stream("/ginrummy.v1.PlayService/Play")(
                    metadata=tuple(("authorization", value) for value in values)
                )
                assert await call.code() is grpc.StatusCode.UNAUTHENTICATED
                await player.close()

    run(work())


def test_a_hello_that_cannot_be_accepted_is_told_why_and_what_to_do(tmp_path: Path) -> None:
    """Another bot's name, another version of the protocol, anything before Hello, no name at all."""

    async def work() -> None:
        async with serving(tmp_path, BOTH) as served:
            assert "'bob'" in refused(await answer(served.bot("ann"), Hello("bob")), "WRONG_NAME")
            assert "2" in refused(await answer(served.bot("ann"), Hello("ann", protocol_version=2)), "PROTOCOL_VERSION")
            refused(await answer(served.bot("ann"), Join()), "BAD_HELLO")
            nameless = play_pb2.PlayRequest(messages=[{"hello": {"protocol_version": 1, "tables": 1}}])
            player = served.bot("ann")
            await player.open()
            await player.call.write(nameless.SerializeToString())
            refused((await player.read())[0], "BAD_HELLO")
            await player.close()
            assert isinstance(await answer(served.bot("ann"), Hello("ann")), Welcome)

    run(work())


def test_in_open_mode_only_the_names_of_the_config_may_come(tmp_path: Path) -> None:
    """NOT_ENTERED names those that may."""

    async def work() -> None:
        async with serving(tmp_path, OPEN) as served:
            stranger = await answer(served.bot("eve", token=None), Hello("eve"))
            refused(stranger, "NOT_ENTERED")
            assert "ann, bob" in stranger.remedy

    run(work())


def test_in_open_mode_the_first_to_come_has_the_name_and_its_secret_takes_over(tmp_path: Path) -> None:
    """A second comer without the secret is NAME_TAKEN; with it, it has the seat, and the first hears Replaced."""

    async def work() -> None:
        async with serving(tmp_path, OPEN) as served:
            first = served.bot("ann", token=None)
            served.start(first)
            await until(lambda: first.token)
            refused(await answer(served.bot("ann", token=None), Hello("ann")), "NAME_TAKEN")
            wrong = await status(served.bot("ann", token="wrong"), Hello("ann"), Join())
            assert wrong[0] is grpc.StatusCode.UNAUTHENTICATED
            second = served.bot("ann", token=first.token)
            served.start(second)
            await asyncio.wait_for(served.bots[0], 10)
            assert isinstance(first.last, Replaced)
            served.start(served.bot("bob", token=None))
            assert (await served.over()).complete
            assert second.ended
            assert second.heard[0].secret == ""

    run(work())
    assert verified(tmp_path) == 1


def test_the_secret_of_open_mode_outlives_the_referee(tmp_path: Path) -> None:
    """Who had a name before an interruption has it after, by its secret alone."""

    async def work() -> str:
        async with serving(tmp_path, OPEN) as served:
            player = served.bot("ann", token=None)
            served.start(player)
            secret = await until(lambda: player.token)
        async with serving(tmp_path, OPEN) as served:
            refused(await answer(served.bot("ann", token=None), Hello("ann")), "NAME_TAKEN")
            assert isinstance(await answer(served.bot("ann", token=secret), Hello("ann")), Welcome)
        return secret

    secret = run(work())
    for path in (tmp_path / "data").rglob("*"):
        assert path.is_dir() or secret.encode() not in path.read_bytes()


def test_the_newest_stream_with_the_token_has_the_seat_in_the_middle_of_a_match(tmp_path: Path) -> None:
    """The old stream hears Replaced and is over, the new one plays on, and the journal says so."""
    asked = []

    async def work() -> None:
        async with serving(tmp_path, BOTH) as served:
            taken = asyncio.Event()

            def until_third(request):
                asked.append(request)
                if len(asked) < 3:
                    return simple_choice(request)
                taken.set()
                return None

            old = served.bot("ann", until_third)
            served.start(old, served.bot("bob"))
            await taken.wait()
            new = served.bot("ann")
            served.start(new)
            assert (await served.over()).complete
            assert isinstance(old.last, Replaced)
            again = next(message for message in new.heard if type(message).__name__ == "DecisionRequest")
            assert (again.request, again.view.hand) == (asked[-1].request, asked[-1].view.hand)
            assert again.decision_seed == asked[-1].decision_seed

    run(work())
    assert verified(tmp_path) == 1
    kinds = [
        entry.kind.name
        for journal in journals(tmp_path).values()
        for entry in journal.entries
        if hasattr(entry, "at_ms")
    ]
    assert kinds == ["TAKEN_OVER"]


def test_the_first_nonce_is_kept_for_good(tmp_path: Path) -> None:
    """A later one changes nothing, not even after an interruption; the deals follow from the first."""

    async def work() -> None:
        async with serving(tmp_path, BOTH) as served:
            first = served.bot("ann", nonce=b"first")
            served.start(first)
            await served.audience.until(lambda heard: "ann" in heard.here)
        async with serving(tmp_path, BOTH) as served:
            again = served.bot("ann", nonce=b"second")
            served.start(again, served.bot("bob"))
            await served.over()
            assert [message.nonce for message in again.heard if isinstance(message, Joined)] == [b"first"]

    run(work())
    assert verified(tmp_path) == 1
    assert [dict(journal.header.nonces) for journal in journals(tmp_path).values()] == [{"ann": b"first", "bob": b""}]


def test_who_comes_when_all_is_over_or_about_to_stop_is_told(tmp_path: Path) -> None:
    """STOPPING while the referee drains: come back later."""

    async def work() -> None:
        async with serving(tmp_path, BOTH) as served:
            served.start(served.bot("ann", lambda _: None), served.bot("bob", lambda _: None))
            await served.audience.until(lambda heard: heard.begun)
            served.service.stop()
            await served.audience.until(lambda heard: heard.resume)
            refused(await answer(served.bot("ann"), Hello("ann")), "STOPPING")

    run(work())


def test_no_token_is_ever_written_down(tmp_path: Path) -> None:
    """Neither good nor bad ones are in the log, the journals, the store, or what a process says."""
    bad = "grt_" + "0123456789abcdef" * 4
    with process(tmp_path, BOTH) as serve:
        address = serve.address

        async def work() -> None:
            await status(bot(address, "ann", token=bad), Hello("ann"))
            refused(await answer(bot(address, "ann"), Hello("bob")), "WRONG_NAME")
            await asyncio.gather(bot(address, "ann").play(), bot(address, "bob").play())

        run(work())
        code, told = serve.end()
        written = serve.stderr.encode() + told.encode()
    assert code == 0
    for path in (tmp_path / "data").rglob("*"):
        if path.is_file():
            written += path.read_bytes()
    for secret in (bad, token_of("ann"), token_of("bob")):
        assert secret.encode() not in written
    seed = b"5f" * 32
    for path in (tmp_path / "data").rglob("*"):
        assert path.is_dir() or path.name in ("seed", "revealed.json") or seed not in path.read_bytes()


def test_from_referee_token_to_a_bot_that_plays_over_tls(tmp_path: Path) -> None:
    """The lines that the command prints go into the config, its join files tell a bot all that it needs."""
    made = referee(tmp_path, "token", "ann", "bob", "--server", "localhost:7700", "--tls-dir", "tls")
    assert made.returncode == 0
    lines = made.stdout.splitlines()
    digests = [tomllib.loads(line)["token_sha256"] for line in lines]
    assert [(tmp_path / f"{name}.join").stat().st_mode & 0o777 for name in ("ann", "bob")] == [0o600] * 2
    entries = ({"name": name, "token_sha256": digest} for name, digest in zip(("ann", "bob"), digests, strict=True))
    joins = {name: read_join(tmp_path / f"{name}.join") for name in ("ann", "bob")}

    def player(name):
        def made(served):
            credentials = grpc.ssl_channel_credentials(joins[name].ca.encode())
            address = served.address.replace("127.0.0.1", "localhost")
            return WireBot(address, name, joins[name].token, simple_choice, credentials=credentials)

        return made

    served = played(tmp_path, tournament(*entries, tls="auto"), player("ann"), player("bob"))
    assert served.task.result().complete
    assert verified(tmp_path) == 1


def test_with_tls_plaintext_and_strange_certificates_come_to_nothing(tmp_path: Path) -> None:
    """A bot without TLS, or one that trusts another CA, is never served, and others are."""
    other = referee(tmp_path, "token", "eve", "--tls-dir", "elsewhere")
    assert other.returncode == 0
    stranger = read_join(tmp_path / "eve.join").ca.encode()

    async def work() -> None:
        async with serving(tmp_path, tournament("ann", "bob", tls="auto")) as served:
            trusted = (tmp_path / "tls" / "ca.pem").read_bytes()
            for credentials in (None, grpc.ssl_channel_credentials(stranger)):
                player = served.bot("ann", credentials=credentials)
                await player.open()
                assert await player.call.code() is grpc.StatusCode.UNAVAILABLE
                await player.close()
            good = served.bot("ann", credentials=grpc.ssl_channel_credentials(trusted))
            assert isinstance(await answer(good, Hello("ann")), Welcome)

    run(work())


def test_a_bot_that_says_goodbye_may_come_back_and_play(tmp_path: Path) -> None:
    """Leaving before the first match costs nothing."""

    async def work() -> None:
        async with serving(tmp_path, BOTH) as served:
            player = served.bot("ann")
            await player.open()
            await player.say(Hello("ann"), Join())
            await served.audience.until(lambda heard: "ann" in heard.here)
            goodbye = play_pb2.PlayRequest(messages=[{"goodbye": {"reason": "GOODBYE_REASON_DONE"}}])
            await player.call.write(goodbye.SerializeToString())
            await served.audience.until(lambda heard: "ann" not in heard.here)
            await player.close()
            served.start(served.bot("ann"), served.bot("bob"))
            assert (await served.over()).complete

    run(work())
