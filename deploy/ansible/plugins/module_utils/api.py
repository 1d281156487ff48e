"""Makes calls to a box over TLS, using only the standard library.

A box is trusted by an authority, or by the SHA-256 of its certificate or of its public key, which a renewal
keeps. Nothing is sent before that is checked. A session ends with the module that started it.
"""

from __future__ import absolute_import, division, print_function

__metaclass__ = type

import hashlib
import http.client
import json
import re
import socket
import ssl
import time

SUCCESS, BUSY = 0, 6000
MAX_WAIT_S, BUSY_PAUSE_S = 60, 3

OPTIONS = dict(
    host=dict(type="str", required=True),
    port=dict(type="int", default=8080),
    username=dict(type="str", default="admin"),
    password=dict(type="str", required=True, no_log=True),
    ca_path=dict(type="path"),
    fingerprint=dict(type="str"),
    timeout=dict(type="int", default=35),
)


def options(**more):
    """The argument specification of a module that connects to a box."""
    spec = {name: dict(facts) for name, facts in OPTIONS.items()}
    spec.update(more)
    return spec


class BoxError(Exception):
    """A call that could not be made, or that the box refused; `code` is None if there was no answer."""

    def __init__(self, message, code=None, data=None):
        super(BoxError, self).__init__(message)
        # The data of a format error is a list of issues; that of every other error is an object.
        data = {"issues": data} if isinstance(data, list) else data or {}
        self.code = code
        self.issues = data.get("issues") or []
        self.reason = data.get("reason")
        self.retry_after_s = data.get("retry_after_s")


def hex_of(text):
    """Normalises a fingerprint: `AA:BB` and `aabb` are the same."""
    return re.sub(r"[^0-9a-f]", "", text.lower())


def public_key_of(der):
    """The SubjectPublicKeyInfo of a certificate (RFC 5280), as bytes."""

    def element(at):
        length, start = der[at + 1], at + 2
        if length & 0x80:
            count = length & 0x7F
            length, start = int.from_bytes(der[start : start + count], "big"), start + count
        return start, start + length

    at, _end = element(0)
    at, _end = element(at)
    if der[at] == 0xA0:  # the version
        at = element(at)[1]
    for _field in range(5):  # serial number, algorithm, issuer, validity, subject
        at = element(at)[1]
    return der[at : element(at)[1]]


class PinnedConnection(http.client.HTTPSConnection):
    """Fails before the first request if the server's certificate is not the pinned one."""

    def __init__(self, pin, *args, **more):
        super(PinnedConnection, self).__init__(*args, **more)
        self._pin = pin

    def connect(self):
        super(PinnedConnection, self).connect()
        der = self.sock.getpeercert(True)
        shown = [hashlib.sha256(part).hexdigest() for part in (der, public_key_of(der))]
        if self._pin not in shown:
            self.close()
            raise BoxError(
                "%s:%d shows another certificate than the pinned one: its public key is %s"
                % (self.host, self.port, shown[1])
            )


class Box(object):
    """A session with a box. Use it with `with`."""

    def __init__(self, params):
        self._params = params
        self._token = None
        self._cookies = {}
        self._connection = None

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.end()

    def sign_in(self, password=None):
        """Starts a session and waits while the box is too busy. Returns True if the password must be changed first."""
        given = self._params["password"] if password is None else password
        body = {"username": self._params["username"], "password": given}
        until = time.monotonic() + MAX_WAIT_S
        while True:
            try:
                answer = self.call("/api/user/login", body)
                break
            except BoxError as error:
                if error.code != BUSY or time.monotonic() > until:
                    raise
                time.sleep(error.retry_after_s or BUSY_PAUSE_S)
        self._token = answer["token"]
        return answer.get("must_change_password", False)

    def take(self, token):
        """Continues with the token returned by a password change."""
        self._token = token

    def end(self):
        """Ends the session; errors are ignored, because the box may be gone."""
        if self._token is not None:
            try:
                self.call("/api/user/logout", {})
            except BoxError:
                pass
        self._token = None
        if self._connection is not None:
            self._connection.close()

    def confirm(self):
        """Confirms the password again, as required by calls that give access or cannot be undone."""
        self.call("/api/user/confirm_password", {"password": self._params["password"]})

    def call(self, path, body):
        """Returns the data of a call that must succeed."""
        _status, text = self._request("POST", path, json.dumps(body))
        try:
            answer = json.loads(text)
            code = answer["code"]
        except (ValueError, KeyError, TypeError):
            raise BoxError("%s: the answer is not that of a box: %.80r" % (path, text))
        if code == SUCCESS:
            return answer.get("data")
        error = BoxError("", code, answer.get("data"))
        message = "%s: %s%s (code %s)" % (
            path,
            answer.get("message"),
            ": " + error.reason if error.reason else "",
            code,
        )
        raise BoxError(message, code, answer.get("data"))

    def download(self, path):
        """Downloads the bytes of a signed URL."""
        status, content = self._request("GET", path, None)
        if status != 200:
            raise BoxError("%s: HTTP %d" % (path.split("?")[0], status))
        return content

    def _connect(self):
        host, port, timeout = (self._params[name] for name in ("host", "port", "timeout"))
        if self._params.get("fingerprint"):
            # The certificate is self-signed, so the pin is checked instead of its names and dates.
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            pin = hex_of(self._params["fingerprint"])
            return PinnedConnection(pin, host, port, timeout=timeout, context=context)
        context = ssl.create_default_context(cafile=self._params.get("ca_path"))
        return http.client.HTTPSConnection(host, port, timeout=timeout, context=context)

    def _request(self, method, path, body):
        headers = {"accept": "application/json"}
        if body is not None:
            headers["content-type"] = "application/json"
        if self._token is not None:
            headers["authorization"] = "Bearer %s" % self._token
        if self._cookies:
            headers["cookie"] = "; ".join("%s=%s" % pair for pair in self._cookies.items())
        try:
            # Each call opens a new connection, because a box closes idle ones, and a restart closes all.
            if self._connection is not None:
                self._connection.close()
            self._connection = self._connect()
            self._connection.request(method, path, body=body, headers=headers)
            answer = self._connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException, socket.timeout) as error:
            place = "%s:%s" % (self._params["host"], self._params["port"])
            raise BoxError("%s: %s does not answer: %s" % (path.split("?")[0], place, error))
        for cookie in answer.headers.get_all("set-cookie") or []:
            name, _, value = cookie.split(";")[0].partition("=")
            self._cookies[name.strip()] = value.strip()
        return answer.status, content


def fail(module, error, **more):
    """Ends the module with the error's message, which contains no option or secret."""
    module.fail_json(msg=str(error), code=error.code, issues=error.issues, reason=error.reason, **more)
