"""The image, the compose file and the manifests of Kubernetes: each passes its linter or schema, and they agree."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
from tests.deploy.files import DEPLOY, ROOT, compose, manifest, manifests, text

from muscade.server.openapi import OPERATIONS

ADDRESSES = {told.path for told in OPERATIONS if told.method == "GET"}
KUBERNETES = ("1.33", "1.37")
SERVERS = ("one", "two")


def run(*command: str | Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_dockerfile_passes_hadolint() -> None:
    run(Path(sys.executable).parent / "hadolint", DEPLOY / "Dockerfile")


def test_the_image_is_built_in_stages_and_runs_as_nobody_special() -> None:
    dockerfile = text("Dockerfile")
    build, final = dockerfile.split("\nFROM ")[1:]
    assert "uv build --wheel" in build
    assert re.findall(r"^USER (\S+)", final, re.MULTILINE) == ["10001:10001"]
    assert "COPY . " not in final
    [asked] = re.findall(r"127\.0\.0\.1:8000(/\w+)", final)
    assert asked in ADDRESSES


def test_everything_the_image_copies_is_there_and_nothing_secret_is() -> None:
    for name in re.findall(r"^COPY (?!--from)(\S+) ", text("Dockerfile"), re.MULTILINE):
        assert (ROOT / name).exists(), name
    assert {".git", "**/.env", "**/*.db"} <= set(text("Dockerfile.dockerignore").splitlines())


def test_the_compose_file_keeps_to_the_specification() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    run(*command, DEPLOY / "compose.yaml")


def test_two_servers_a_database_and_a_proxy() -> None:
    found = compose()
    services = found["services"]
    assert set(services) == {*SERVERS, "database", "proxy"}
    for name in SERVERS:
        server = services[name]
        assert server["environment"]["MUSCADE_DATABASE"].startswith("postgresql://")
        assert server["depends_on"]["database"]["condition"] == "service_healthy"
        assert (DEPLOY / server["build"]["context"] / server["build"]["dockerfile"]).is_file()
    # The world sees the proxy, and nothing else.
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert [name for name, service in services.items() if "outside" in service["networks"]] == ["proxy"]
    assert found["networks"]["inside"]["internal"] is True
    # Whom the servers believe is the proxy, and nobody else.
    trusted = services["one"]["environment"]["MUSCADE_PROXIES"]
    assert services["proxy"]["networks"]["inside"]["ipv4_address"] == trusted


def test_the_proxy_knows_the_servers() -> None:
    passed_to = re.findall(r"server (\w+):(\d+) ", text("nginx.conf"))
    assert passed_to == [(name, "8000") for name in SERVERS]
    mounted = [volume.split(":")[0] for volume in compose()["services"]["proxy"]["volumes"]]
    assert "./nginx.conf" in mounted


@pytest.mark.parametrize("release", KUBERNETES)
def test_the_manifests_keep_to_their_schemas(release: str) -> None:
    kinds = []
    for found in manifests():
        kubernetes_validate.validate(found, release, strict=True)
        kinds.append(found["kind"])
    assert sorted(kinds) == ["Deployment", "Ingress", "PodDisruptionBudget", "Secret", "Service"]


def pod() -> dict[str, Any]:
    found: dict[str, Any] = manifest("Deployment")["spec"]["template"]
    return found


def test_the_manifests_agree() -> None:
    labels = pod()["metadata"]["labels"].items()
    for selector in (
        manifest("Deployment")["spec"]["selector"]["matchLabels"],
        manifest("Service")["spec"]["selector"],
        manifest("PodDisruptionBudget")["spec"]["selector"]["matchLabels"],
    ):
        assert selector.items() <= labels
    [container] = pod()["spec"]["containers"]
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    [served] = manifest("Service")["spec"]["ports"]
    assert served["targetPort"] in ports
    [rule] = manifest("Ingress")["spec"]["rules"]
    backend = rule["http"]["paths"][0]["backend"]["service"]
    assert (backend["name"], backend["port"]["name"]) == (
        manifest("Service")["metadata"]["name"],
        served["name"],
    )
    [source] = container["envFrom"]
    assert source["secretRef"]["name"] == manifest("Secret")["metadata"]["name"]
    assert container["image"] == f"muscade:{version('muscade')}"


def test_pods_are_asked_what_the_server_answers() -> None:
    [container] = pod()["spec"]["containers"]
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        assert container[probe]["httpGet"]["path"] in ADDRESSES
    assert container["readinessProbe"]["httpGet"]["path"] == "/readyz"
    assert container["livenessProbe"]["httpGet"]["path"] == "/healthz"


def test_pods_may_do_little() -> None:
    found = pod()["spec"]
    [container] = found["containers"]
    assert found["securityContext"]["runAsNonRoot"] is True
    assert found["automountServiceAccountToken"] is False
    assert container["securityContext"]["readOnlyRootFilesystem"] is True
    assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
