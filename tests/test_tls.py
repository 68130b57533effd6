"""The referee's certificate: bots that have its CA get through, nobody else does, and it renews itself in time."""

import asyncio
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address

import grpc
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from ginrummy.errors import InvalidInput
from referee.tls import RENEW_BEFORE, SERVER_VALID, ServerTls, TlsError, ensure_auto_ca

NOW = datetime.now(UTC)


def certificate(tls):
    return x509.load_pem_x509_certificate(tls.cert_chain)


def authority(tls):
    return x509.load_pem_x509_certificate(tls.ca)


def names(tls):
    """All that a certificate may be called."""
    alternatives = certificate(tls).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(name.value) for name in alternatives}


async def answer(tls, ca, host="localhost", override=None):
    """What a call over TLS comes to, for a client that trusts this CA; the server is on loopback."""
    server = grpc.aio.server()

    async def echo(request, _):
        return request

    handlers = {"Echo": grpc.unary_unary_rpc_method_handler(echo)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("test.Test", handlers),))
    credentials = grpc.ssl_server_credentials([(tls.private_key, tls.cert_chain)])
    port = server.add_secure_port("127.0.0.1:0", credentials)
    await server.start()
    try:
        options = [("grpc.ssl_target_name_override", override)] if override else []
        async with grpc.aio.secure_channel(f"{host}:{port}", grpc.ssl_channel_credentials(ca), options) as channel:
            return await channel.unary_unary("/test.Test/Echo")(b"hello", timeout=10)
    finally:
        await server.stop(None)


@pytest.mark.parametrize(
    ("host", "override"), [("localhost", None), ("127.0.0.1", None), ("localhost", "referee.example.org")]
)
def test_a_bot_that_has_the_ca_gets_through(tmp_path, host, override):
    """By name, by address, and by the name that the organiser gave."""
    tls = ensure_auto_ca(tmp_path / "tls", ["referee.example.org"])
    assert asyncio.run(answer(tls, tls.ca, host, override)) == b"hello"


def test_a_bot_that_has_another_ca_does_not(tmp_path):
    """Two CAs of the same name are two."""
    ours, other = (ensure_auto_ca(tmp_path / name, []) for name in ("ours", "other"))
    assert authority(ours).subject == authority(other).subject
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        asyncio.run(answer(ours, other.ca))
    assert raised.value.code() is grpc.StatusCode.UNAVAILABLE


def test_a_host_that_was_not_named_is_not_trusted(tmp_path):
    """The CA says whom it means."""
    tls = ensure_auto_ca(tmp_path / "tls", ["referee.example.org"])
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        asyncio.run(answer(tls, tls.ca, override="other.example.org"))
    assert raised.value.code() is grpc.StatusCode.UNAVAILABLE


def test_what_is_made_is_private(tmp_path):
    """The folder, every file in it, and what repr shows; also where the folder was there before."""
    directory = tmp_path / "tls"
    directory.mkdir(mode=0o755)
    tls = ensure_auto_ca(directory, [])
    assert directory.stat().st_mode & 0o777 == 0o700
    assert sorted(path.name for path in directory.iterdir()) == ["ca-key.pem", "ca.pem", "server-key.pem", "server.pem"]
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in directory.iterdir())
    assert "PRIVATE" not in repr(tls)
    assert "private_key" not in repr(tls)


def test_certificates_are_what_they_are_for(tmp_path):
    """EC P-256; the CA signs certificates and nothing else, for ten years, the server's is a server's, for one."""
    tls = ensure_auto_ca(tmp_path / "tls", ["Referee.example.org.", "192.0.2.7", "2001:db8::1", "0.0.0.0", "::"], NOW)
    server, ca = certificate(tls), authority(tls)
    assert names(tls) == {
        "localhost", "127.0.0.1", "::1", "referee.example.org", "192.0.2.7", "2001:db8::1",
    }  # fmt: skip
    for made, years in ((server, 1), (ca, 10)):
        assert isinstance(made.public_key().curve, ec.SECP256R1)
        assert abs(made.not_valid_after_utc - NOW - timedelta(days=365 * years)) < timedelta(seconds=2)
        assert made.not_valid_before_utc < NOW
        is_ca = made.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
        usage = made.extensions.get_extension_for_class(x509.KeyUsage).value
        assert is_ca is usage.key_cert_sign is (made is ca)
        assert usage.digital_signature is (made is server)
    purposes = server.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(purposes) == [x509.ExtendedKeyUsageOID.SERVER_AUTH]
    server.verify_directly_issued_by(ca)
    verifier = x509.verification.PolicyBuilder().store(x509.verification.Store([ca])).time(NOW)
    for subject in (x509.DNSName("localhost"), x509.IPAddress(ip_address("::1"))):
        verifier.build_server_verifier(subject).verify(server, [])


def test_it_is_made_once(tmp_path):
    """The same again for the same hosts, or fewer; the same CA and key with more names for others."""
    directory = tmp_path / "tls"
    first = ensure_auto_ca(directory, ["a.example"])
    assert ensure_auto_ca(directory, ["a.example"]) == first
    assert ensure_auto_ca(directory, []) == first
    second = ensure_auto_ca(directory, ["b.example"])
    assert second != first
    assert (second.ca, second.private_key) == (first.ca, first.private_key)
    assert {"a.example", "b.example"} <= names(second)
    assert ensure_auto_ca(directory, ["a.example", "b.example"]) == second


def test_what_ends_soon_is_renewed_by_the_same_ca(tmp_path):
    """With 30 days left it is kept, with fewer it is not; old join files stay good."""
    directory = tmp_path / "tls"
    first = ensure_auto_ca(directory, ["a.example"], NOW)
    ends = certificate(first).not_valid_after_utc
    assert ensure_auto_ca(directory, [], ends - RENEW_BEFORE) == first
    later = ends - RENEW_BEFORE + timedelta(seconds=1)
    second = ensure_auto_ca(directory, [], later)
    assert second.ca == first.ca
    assert names(second) == names(first)
    assert certificate(second).not_valid_after_utc - later > SERVER_VALID - timedelta(seconds=2)
    certificate(second).verify_directly_issued_by(authority(first))


def test_a_ca_that_ends_soon_is_renewed_with_its_key(tmp_path):
    """No certificate outlives its CA, and who trusts the old one trusts what the new one signs."""
    directory = tmp_path / "tls"
    first = ensure_auto_ca(directory, [], NOW)
    later = NOW + timedelta(days=9 * 365)
    second = ensure_auto_ca(directory, [], later)
    assert second.ca != first.ca
    assert certificate(second).not_valid_after_utc < authority(second).not_valid_after_utc
    verifier = x509.verification.PolicyBuilder().store(x509.verification.Store([authority(first)])).time(later)
    verifier.build_server_verifier(x509.DNSName("localhost")).verify(certificate(second), [])


@pytest.mark.parametrize("name", ["server.pem", "server-key.pem"])
def test_a_certificate_that_was_lost_is_made_again(tmp_path, name):
    """As is one that is cut short or another key's; the CA stays."""
    directory = tmp_path / "tls"
    first = ensure_auto_ca(directory, [])
    (directory / name).unlink()
    second = ensure_auto_ca(directory, [])
    assert second.ca == first.ca
    assert asyncio.run(answer(second, first.ca)) == b"hello"
    (directory / "server.pem").write_bytes(second.cert_chain[:100])
    assert asyncio.run(answer(ensure_auto_ca(directory, []), first.ca)) == b"hello"
    (directory / "server.pem").write_bytes(first.ca)
    assert asyncio.run(answer(ensure_auto_ca(directory, []), first.ca)) == b"hello"


def test_a_start_that_was_cut_short_goes_on(tmp_path):
    """A CA's key without the CA is the beginning of one."""
    directory = tmp_path / "tls"
    first = ensure_auto_ca(directory, [])
    for name in ("ca.pem", "server.pem", "server-key.pem"):
        (directory / name).unlink()
    second = ensure_auto_ca(directory, [])
    assert authority(second).public_key() == authority(first).public_key()


def test_a_damaged_ca_is_not_replaced_in_silence(tmp_path):
    """Every join file would be void: the organiser is told what to do, and no key is shown."""
    directory = tmp_path / "tls"
    ensure_auto_ca(directory, [])
    other = ensure_auto_ca(tmp_path / "other", [])
    key, ca = directory / "ca-key.pem", directory / "ca.pem"
    good = key.read_bytes()
    for damage, text in [
        (lambda: ca.write_bytes(b"x"), "a certificate in PEM"),
        (lambda: ca.write_bytes(other.ca), "another key"),
        (lambda: key.write_bytes(good[:60]), "a private key in PEM"),
        (key.unlink, "is missing; put it back, or remove"),
    ]:
        damage()
        with pytest.raises(TlsError, match=text) as raised:
            ensure_auto_ca(directory, [])
        assert str(directory) in str(raised.value)
        assert "PRIVATE" not in str(raised.value)
    assert issubclass(TlsError, InvalidInput)


@pytest.mark.parametrize("host", ["", "a b", "http://x", "x/y", "*", "x" * 64, "münchen.example", "a\n"])
def test_no_certificate_for_what_is_no_host(tmp_path, host):
    """Nor is anything made."""
    with pytest.raises(TlsError, match="a host name or an IP address"):
        ensure_auto_ca(tmp_path / "tls", [host])
    assert not (tmp_path / "tls").exists()


def test_a_container_s_name_may_be_all_digits(tmp_path):
    """Twelve hex digits that happen to hold no letter."""
    assert "123456789012" in names(ensure_auto_ca(tmp_path / "tls", ["123456789012"]))


def test_files_are_a_pair_and_in_date(tmp_path):
    """Each reason to refuse them names the file."""
    made = ensure_auto_ca(tmp_path / "tls", [])
    cert, key = tmp_path / "tls" / "server.pem", tmp_path / "tls" / "server-key.pem"
    assert ServerTls.from_files(cert, key) == ServerTls(made.cert_chain, made.private_key)
    ensure_auto_ca(tmp_path / "old", [], NOW - timedelta(days=500))
    old = tmp_path / "old"
    junk, locked, alien = tmp_path / "junk.pem", tmp_path / "locked.pem", tmp_path / "rsa.pem"
    junk.write_bytes(b"\xff\0")
    secret = ec.generate_private_key(ec.SECP256R1())
    locked.write_bytes(secret.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"x")))
    rsa_key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    alien.write_bytes(rsa_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    for files, text in [
        ((old / "server.pem", old / "server-key.pem"), "server.pem: the certificate is valid from .* to .*, not now"),
        ((cert, old / "server-key.pem"), r"server-key.pem: this is not the key of the certificate in .*server.pem"),
        ((cert, alien), r"rsa.pem: this is not the key"),
        ((cert, junk), r"junk.pem: a private key in PEM"),
        ((cert, cert), r"server.pem: a private key in PEM"),
        ((junk, key), r"junk.pem: a certificate in PEM"),
        ((cert, locked), r"locked.pem: the key has a password"),
    ]:
        with pytest.raises(TlsError, match=text):
            ServerTls.from_files(*files)
    with pytest.raises(FileNotFoundError):
        ServerTls.from_files(cert, tmp_path / "none.pem")
