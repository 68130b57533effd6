"""The referee's certificate: from files, or from a small CA of its own that `tls = "auto"` makes once and keeps.

Bots trust that CA because their join files hold it. All keys are on EC P-256. Imports: ginrummy.errors, referee.config.
"""

from __future__ import annotations

import ipaddress
import os
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Self

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes, PublicKeyTypes
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from ginrummy.errors import InvalidInput
from referee.config.fields import HOST_NAME
from referee.config.report import quoted

CA_VALID: Final = timedelta(days=3650)
SERVER_VALID: Final = timedelta(days=365)
RENEW_BEFORE: Final = timedelta(days=30)
_CLOCKS_DIFFER: Final = timedelta(hours=1)  # between the referee's machine and the bots'
_ALWAYS: Final = ("localhost", "127.0.0.1", "::1")


class TlsError(InvalidInput):
    """A certificate, key or CA that cannot be used; never holds a key."""


@dataclass(frozen=True, slots=True)
class ServerTls:
    """What a TLS server needs, in PEM; `ca` is what bots must trust, None where that is the organiser's affair."""

    cert_chain: bytes
    private_key: bytes = field(repr=False)
    ca: bytes | None = None

    @classmethod
    def from_files(cls, cert: Path, key: Path) -> Self:
        """A certificate chain and its key; TlsError if they are no PEM, not a pair or out of date, OSError unread."""
        chain, secret = cert.read_bytes(), key.read_bytes()
        certificate = _certificate(chain, cert)
        if _spki(_key(secret, key).public_key()) != _spki(certificate.public_key()):
            raise TlsError(f"{key}: this is not the key of the certificate in {cert}")
        now = datetime.now(UTC)
        if not certificate.not_valid_before_utc <= now <= certificate.not_valid_after_utc:
            dates = f"{certificate.not_valid_before_utc:%Y-%m-%d} to {certificate.not_valid_after_utc:%Y-%m-%d}"
            raise TlsError(f"{cert}: the certificate is valid from {dates}, not now")
        return cls(chain, secret)


def ensure_auto_ca(directory: Path, hosts: Sequence[str], now: datetime | None = None) -> ServerTls:
    """The certificate of the CA in `directory` for these host names and IP addresses, and always for this machine.

    What is missing is made: the folder (mode 0700), the CA (10 years), the certificate (1 year); each file has mode
    0600. A certificate that lacks a host or has less than 30 days left is replaced, and names all that it ever named;
    the CA's key is never replaced, so that join files stay good. Hosts that mean every address (0.0.0.0, ::) are
    left out.

    Raises TlsError for a host that is none and for a CA that is damaged, OSError where files cannot be written.
    """
    now = now or datetime.now(UTC)
    wanted = {_general_name(host) for host in (*_ALWAYS, *hosts) if not _is_every_address(host)}
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    if directory.stat().st_mode & 0o077:
        directory.chmod(0o700)
    ca, ca_key = _ca(directory, now)
    path, key = directory / "server.pem", _kept_key(directory / "server-key.pem")
    known = _usable(path, key, ca)
    named = set() if known is None else set(_alternatives(known))
    if known is None or not wanted <= named or known.not_valid_after_utc - now < RENEW_BEFORE:
        known = _server_certificate(key, wanted | named, ca, ca_key, now)
        _replace(path, known.public_bytes(Encoding.PEM))
    return ServerTls(known.public_bytes(Encoding.PEM), _private_pem(key), ca.public_bytes(Encoding.PEM))


def _ca(directory: Path, now: datetime) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    """The CA in the folder; made if there is none, made anew of the same key if it soon ends."""
    path, key_path = directory / "ca.pem", directory / "ca-key.pem"
    if path.exists() and not key_path.exists():
        raise TlsError(f"{key_path}: the key of the CA is missing; {_start_anew(directory)}")
    key = _kept_key(key_path)
    if path.exists():
        ca = _certificate(path.read_bytes(), path)
        if _spki(ca.public_key()) != _spki(key.public_key()):
            raise TlsError(f"{path}: the CA has another key than {key_path}; {_start_anew(directory)}")
        if ca.not_valid_after_utc - now >= RENEW_BEFORE + SERVER_VALID:
            return ca, key
    ca = _ca_certificate(key, now)
    _replace(path, ca.public_bytes(Encoding.PEM))
    return ca, key


def _start_anew(directory: Path) -> str:
    return f"put it back, or remove {directory} and write every join file anew"


def _usable(path: Path, key: ec.EllipticCurvePrivateKey, ca: x509.Certificate) -> x509.Certificate | None:
    """The certificate in the file if it is this key's and this CA's; None has it made anew."""
    try:
        certificate = _certificate(path.read_bytes(), path)
        certificate.verify_directly_issued_by(ca)
        _alternatives(certificate)
    except (FileNotFoundError, TlsError, InvalidSignature, ValueError, TypeError, x509.ExtensionNotFound):
        return None
    return certificate if _spki(certificate.public_key()) == _spki(key.public_key()) else None


def _ca_certificate(key: ec.EllipticCurvePrivateKey, now: datetime) -> x509.Certificate:
    name = _named("gin-referee CA")
    usage = _usage(signs_certificates=True)
    return (
        _begun(name, name, key.public_key(), now, CA_VALID)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .sign(key, SHA256())
    )


def _server_certificate(
    key: ec.EllipticCurvePrivateKey,
    names: Iterable[x509.GeneralName],
    ca: x509.Certificate,
    ca_key: ec.EllipticCurvePrivateKey,
    now: datetime,
) -> x509.Certificate:
    return (
        _begun(_named("gin-referee"), ca.subject, key.public_key(), now, SERVER_VALID)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(sorted(names, key=repr)), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(ca_key.public_key()), critical=False)
        .sign(ca_key, SHA256())
    )


def _begun(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime, valid: timedelta
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _CLOCKS_DIFFER)
        .not_valid_after(now + valid)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _named(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )


def _general_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        if not HOST_NAME.fullmatch(host):
            raise TlsError(f"{quoted(host)}: a host name or an IP address is needed") from None
    return x509.DNSName(host.rstrip(".").lower())


def _is_every_address(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def _alternatives(certificate: x509.Certificate) -> x509.SubjectAlternativeName:
    return certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value


def _certificate(pem: bytes, path: Path) -> x509.Certificate:
    """The first certificate of the file."""
    try:
        return x509.load_pem_x509_certificates(pem)[0]
    except ValueError:
        raise TlsError(f"{path}: a certificate in PEM is needed") from None


def _key(pem: bytes, path: Path) -> PrivateKeyTypes:
    try:
        return load_pem_private_key(pem, password=None)
    except TypeError:
        raise TlsError(f"{path}: the key has a password; a key without one is needed") from None
    except (ValueError, UnsupportedAlgorithm):
        raise TlsError(f"{path}: a private key in PEM is needed") from None


def _kept_key(path: Path) -> ec.EllipticCurvePrivateKey:
    """The key in the file, made if there is none; of two processes that make one, both get the first."""
    if not path.exists():
        made = _written_beside(path, _private_pem(ec.generate_private_key(ec.SECP256R1())))
        try:
            os.link(made, path)  # which fails if there is one by now
        except FileExistsError:
            pass
        finally:
            made.unlink()
    key = _key(path.read_bytes(), path)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise TlsError(f"{path}: a key on an elliptic curve is needed; {_start_anew(path.parent)}")
    return key


def _private_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _spki(key: PublicKeyTypes) -> bytes:
    return key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def _replace(path: Path, content: bytes) -> None:
    """Write a file so that a reader sees the old one or the new one, whole."""
    _written_beside(path, content).replace(path)


def _written_beside(path: Path, content: bytes) -> Path:
    """A new file of mode 0600 in the same folder, on disk."""
    made = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        made.unlink(missing_ok=True)
        raise
    return made
