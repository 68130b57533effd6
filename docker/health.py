"""Whether a referee serves: exit status 0 if it does, 1 if not, 2 for bad usage.

    health.py [HOST:PORT] [--ca FILE]

GIN_HEALTH_SERVER and GIN_HEALTH_CA stand for what is not given. Needs grpcio and grpcio-health-checking.
"""  # noqa: INP001  a script

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any, Final

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

_SYSTEM: Final = "system"
_DIRECTLY: Final = (("grpc.enable_http_proxy", 0),)


def status(server: str, ca: str, timeout_s: float) -> str:
    """What the health service says: SERVING, or something worse; RpcError where nobody answers.

    `ca` is a PEM file, "system" for the certificates that the system trusts, or empty for no TLS.
    """
    if ca:
        roots = None if ca == _SYSTEM else Path(ca).read_bytes()
        channel = grpc.secure_channel(server, grpc.ssl_channel_credentials(roots), _DIRECTLY)
    else:
        channel = grpc.insecure_channel(server, _DIRECTLY)
    with channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)  # whose methods have no types
        answer = stub.Check(health_pb2.HealthCheckRequest(), timeout=timeout_s)
    return health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status)


def main() -> int:
    """Ask as the command line says."""
    parser = argparse.ArgumentParser(description="Whether a referee serves.")
    parser.add_argument(
        "server", metavar="HOST:PORT", nargs="?", default=os.environ.get("GIN_HEALTH_SERVER") or "localhost:7700"
    )
    parser.add_argument(
        "--ca",
        metavar="FILE",
        default=os.environ.get("GIN_HEALTH_CA", ""),
        help=f"the certificate (PEM) to check the referee's with, or {_SYSTEM!r}; none: no TLS",
    )
    parser.add_argument("--timeout", metavar="SECONDS", type=float, default=4.0)
    given = parser.parse_args()
    try:
        found = status(given.server, given.ca, given.timeout)
    except OSError as error:
        found = f"{given.ca}: {error.strerror}"
    except grpc.RpcError as error:
        found = f"{given.server}: {error.code().name}: {error.details()}"
    sys.stdout.write(f"{found}\n")
    return 0 if found == "SERVING" else 1


if __name__ == "__main__":
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # what fails is said above
    sys.exit(main())
