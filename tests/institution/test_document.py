"""What the document has people start is whole, as far as it can be seen without starting it."""

import re
import textwrap

import psycopg
import yaml

from tests.institution.conftest import DOCUMENT, Server


def test_the_compose_file_names_what_it_uses_and_settings_that_there_are(server: Server) -> None:
    block = re.search(
        r"^    services:\n(?:    .*\n|\n)+", DOCUMENT.read_text("utf-8"), re.MULTILINE
    )
    assert block is not None
    body = yaml.safe_load(textwrap.dedent(block[0]))
    (service,) = body["services"].values()
    assert service["image"].startswith("pgvector/pgvector:pg")
    assert service["ports"] == ["5432:5432"]
    assert [volume.split(":")[0] for volume in service["volumes"]] == list(body["volumes"])
    assert set(service["secrets"]) == set(body["secrets"])
    inside = {f"/run/secrets/{name}" for name in body["secrets"]}
    settings = dict(re.findall(r"-c (\w+)=(\S+)", service["command"]))
    password = service["environment"]["POSTGRES_PASSWORD_FILE"]
    assert {password, settings["ssl_cert_file"], settings["ssl_key_file"]} == inside
    with psycopg.connect(server.address) as db:
        known = {row[0] for row in db.execute("SELECT name FROM pg_settings")}
    assert set(settings) <= known
