"""What a server computes is counted while its processes come and go."""

import subprocess
import sys
from pathlib import Path

from bench.institution.server_kill import processor_seconds

_SERVER = """
import subprocess
print(flush=True)
while True:
    subprocess.run(["true"], check=True)
"""


def test_processes_that_end_meanwhile_are_no_failure(tmp_path: Path) -> None:
    server = subprocess.Popen([sys.executable, "-c", _SERVER], stdout=subprocess.PIPE)
    with server:
        try:
            assert server.stdout is not None
            server.stdout.readline()
            (tmp_path / "postmaster.pid").write_text(f"{server.pid}\n", "utf-8")
            seconds = [processor_seconds(tmp_path) for _ in range(200)]
        finally:
            server.kill()
    assert seconds[-1] > seconds[0] > 0
