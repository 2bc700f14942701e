#!/usr/bin/env python3
"""A little OpenID provider for the tests, on a free port of loopback: discovery, authorization code flow with PKCE (S256
only) and single-use codes. Its port is printed once it listens; it ends with its standard input.

Each first part of a path is a tenant, an issuer of its own: http://127.0.0.1:PORT/club. Whoever comes to `authorize` is
signed in at once as the tenant's person. `POST /TENANT/control` with a JSON object changes a tenant:
  reset       true to begin with a new tenant
  subject, email, email_verified, name   the person
  now         the time in tokens, in seconds; without it the machine's
  claims      claims put into ID tokens over the right ones; null takes one out
  authorize   a code of OAuth errors to send people back with
  names_issuer  whether redirects carry `iss`
  document    entries put into the discovery document
  token       {"status": N, "body": TEXT}: what the token endpoint answers instead
  delay       seconds that the token endpoint waits
`GET /TENANT/seen` tells what came to the token endpoint.
"""
import base64, contextlib, hashlib, http.server, json, os, secrets, sys, threading, time, urllib.parse

tenants, codes, lock = {}, {}, threading.Lock()


def fresh():
    return {"subject": "person-1", "claims": {}, "document": {}, "seen": []}


def tenant(name):
    with lock:
        return tenants.setdefault(name, fresh())


def encoded(value):
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Provider(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", **headers):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Connection", "close")
        self.end_headers()
        with contextlib.suppress(ConnectionError):  # whoever asked need not wait for a late answer
            self.wfile.write(data)

    def issuer(self, name):
        return f"http://127.0.0.1:{self.server.server_port}/{name}"

    def split(self):
        url = urllib.parse.urlsplit(self.path)
        name, _, rest = url.path.lstrip("/").partition("/")
        return name, rest, dict(urllib.parse.parse_qsl(url.query))

    def do_GET(self):
        name, rest, query = self.split()
        state = tenant(name)
        if rest == ".well-known/openid-configuration":
            issuer = self.issuer(name)
            self.answer(200, {
                "issuer": issuer, "authorization_endpoint": f"{issuer}/authorize", "token_endpoint": f"{issuer}/token",
                "authorization_response_iss_parameter_supported": bool(state.get("names_issuer")), **state["document"],
            })
        elif rest == "authorize":
            self.authorize(name, state, query)
        elif rest == "seen":
            self.answer(200, state["seen"])
        else:
            self.answer(404)

    def authorize(self, name, state, query):
        good = (query.get("response_type") == "code" and query.get("code_challenge_method") == "S256"
                and len(query.get("code_challenge", "")) == 43 and "openid" in query.get("scope", "").split()
                and query.get("state") and query.get("nonce"))
        if not good:
            return self.answer(400, {"error": "invalid_request"})
        back = {"state": query["state"]}
        if state.get("names_issuer"):
            back["iss"] = self.issuer(name)
        if state.get("authorize"):
            back["error"] = state["authorize"]
        else:
            back["code"] = secrets.token_urlsafe(24)
            with lock:
                codes[back["code"]] = {**query, "tenant": name}
        self.answer(302, Location=query["redirect_uri"] + "?" + urllib.parse.urlencode(back))

    def do_POST(self):
        name, rest, _ = self.split()
        state = tenant(name)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        if rest == "control":
            with lock:
                settings = json.loads(body)
                if settings.pop("reset", False):
                    state.clear()
                    state.update(fresh())
                state.update(settings)
            return self.answer(204)
        if rest != "token":
            return self.answer(404)
        form = dict(urllib.parse.parse_qsl(body))
        login = self.headers.get("Authorization", "")
        with lock:
            state["seen"].append({**form, "authorization": login})
        time.sleep(state.get("delay", 0))
        if state.get("token"):
            return self.answer(state["token"]["status"], state["token"]["body"].encode())
        self.token(name, state, form, login)

    def token(self, name, state, form, login):
        client, secret = form.get("client_id"), form.get("client_secret")
        if login.startswith("Basic "):
            client, secret = map(urllib.parse.unquote, base64.b64decode(login[6:]).decode().split(":", 1))
        if state.get("secret") is not None and secret != state["secret"]:
            return self.answer(401, {"error": "invalid_client"})
        with lock:
            asked = codes.pop(form.get("code"), None)
        challenge = encoded(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
        good = (asked and asked["tenant"] == name and asked["client_id"] == client
                and asked["redirect_uri"] == form.get("redirect_uri") and asked["code_challenge"] == challenge
                and form.get("grant_type") == "authorization_code")
        if not good:
            return self.answer(400, {"error": "invalid_grant"})
        now = int(state.get("now") or time.time())
        claims = {"iss": self.issuer(name), "sub": state["subject"], "aud": client, "iat": now, "exp": now + 300,
                  "nonce": asked["nonce"]}
        claims.update({key: state[key] for key in ("email", "email_verified", "name") if key in state})
        claims.update(state["claims"])
        claims = {key: value for key, value in claims.items() if value is not None}
        token = ".".join([encoded({"alg": "RS256", "typ": "JWT"}), encoded(claims), encoded(b"signature")])
        self.answer(200, {"access_token": "access-token-canary", "token_type": "Bearer", "id_token": token})


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True


server = Server(("127.0.0.1", 0), Provider)
print(server.server_port, flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
os._exit(0)
