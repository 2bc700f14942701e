"""Single calls of the host's interface."""

import json
import urllib.error
import urllib.request


def call(host, method, path, body=None, token=None, timeout=120):
    """The answer as JSON; raises with the host's own words when it is a failure."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(host.url(path), data=data, method=method)
    if data is not None:
        request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        raise RuntimeError(f"{method} {path}: {error.code} {error.read().decode(errors='replace')}") from error


def guests(host, count, path):
    """Signs guests in and writes their tokens into a file; returns their ids."""
    answers = [call(host, "POST", "/v1/auth/guest") for _ in range(count)]
    path.write_text("".join(answer["token"] + "\n" for answer in answers))
    return [answer["account"]["id"] for answer in answers]
