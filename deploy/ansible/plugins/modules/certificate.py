#!/usr/bin/python
"""The certificate of a box's own HTTPS."""

from __future__ import absolute_import, division, print_function

__metaclass__ = type

DOCUMENTATION = r"""
module: certificate
short_description: Rotate the HTTPS certificate of a parking edge box
description:
  - Has an authority sign a request for the box's own key, or imports a certificate that was made elsewhere.
  - With O(sign_command) the certificate is replaced where it is not from an authority yet, ends within
    O(renew_days), lacks one of O(names), or is from another issuer than O(issuer).
  - Open connections are kept. The public key stays, and so does a pin of it, unless O(key) brings another.
options:
  names:
    description: Names and addresses that it is for. The address of the box by default.
    type: list
    elements: str
  organization:
    description: Organization in the request.
    type: str
    default: ""
  sign_command:
    description: >-
      A command on the controller, as a list: it reads the request (PEM) and writes the certificate with its
      chain (PEM).
    type: list
    elements: str
  renew_days:
    description: Replace it so many days before its end.
    type: int
    default: 30
  issuer:
    description: A text that the issuer must hold. With another issuer the certificate is replaced.
    type: str
  certificate:
    description: A certificate with its chain (PEM), the certificate first.
    type: str
  key:
    description: Its private key (PEM). Without it the certificate is for the box's own request.
    type: str
extends_documentation_fragment: [parking.edge.box]
author: [The makers of the parking edge box (@parking)]
"""
EXAMPLES = r"""
- name: Have the site's authority sign
  parking.edge.certificate:
    host: 192.0.2.10
    password: "{{ vault_admin_password }}"
    sign_command: [step, ca, sign, /dev/stdin, /dev/stdout]
  delegate_to: localhost
"""
RETURN = r"""
why:
  description: Why it was replaced; empty if it was not.
  type: str
  returned: success
used:
  description: The certificate in use, as C(get_certificate) answers it.
  type: dict
  returned: success
"""

import hashlib
import re
import ssl
import subprocess

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.parking.edge.plugins.module_utils.api import Box, BoxError, fail, hex_of, options

SIGN_TIMEOUT_S = 60


def prints_of(pem):
    """The SHA-256 fingerprint of the first certificate in a PEM text."""
    found = re.search(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", pem, re.S)
    if not found:
        raise BoxError("There is no certificate (PEM) in it.")
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(found.group(0))).hexdigest()


def reason(params, state, names):
    """Why the certificate must be replaced; empty if it need not be."""
    used = state["used"]
    if params["certificate"]:
        return "" if prints_of(params["certificate"]) == hex_of(used["sha256"]) else "another certificate"
    missing = [name for name in names if name.lower() not in used["names"]]
    if state["in_use"] != "imported":
        return "the box uses its own"
    if used["days_left"] < params["renew_days"]:
        return "it ends in %d days" % used["days_left"]
    if missing:
        return "it lacks %s" % ", ".join(missing)
    if params["issuer"] and params["issuer"] not in used["issuer"]:
        return "it is from %s" % used["issuer"]
    return ""


def signed(command, request):
    """The certificate that the command issues for the request."""
    try:
        done = subprocess.run(
            command,
            input=request.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=SIGN_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BoxError("%s could not be run: %s" % (command[0], error))
    if done.returncode != 0:
        words = done.stderr.decode(errors="replace").strip()[-500:]
        raise BoxError("%s ended with %d: %s" % (command[0], done.returncode, words))
    return done.stdout.decode()


def lines(used):
    return "".join(
        "%s: %s\n" % (name, ", ".join(used[name]) if name == "names" else used[name])
        for name in ("subject", "issuer", "names", "not_after", "sha256")
    )


def run(module, box):
    params = module.params
    names = params["names"] or [params["host"]]
    box.sign_in()
    state = box.call("/api/system/get_certificate", {})
    before, why = state["used"], reason(params, state, names)
    if not why:
        return dict(changed=False, why="", used=before)
    if module.check_mode:
        after = "a certificate for %s (%s)\n" % (", ".join(names), why)
        return dict(changed=True, why=why, used=before, diff=dict(before=lines(before), after=after))
    pem, key = params["certificate"], params["key"] or ""
    if not pem:
        body = {"names": " ".join(names), "organization": params["organization"]}
        pem, key = (
            signed(params["sign_command"], box.call("/api/system/request_certificate", body)["request"]),
            "",
        )
    box.confirm()
    used = box.call("/api/system/import_certificate", {"certificate": pem, "key": key})["used"]
    return dict(changed=True, why=why, used=used, diff=dict(before=lines(before), after=lines(used)))


def main():
    module = AnsibleModule(
        options(
            names=dict(type="list", elements="str"),
            organization=dict(type="str", default=""),
            sign_command=dict(type="list", elements="str"),
            renew_days=dict(type="int", default=30),
            issuer=dict(type="str"),
            certificate=dict(type="str"),
            key=dict(type="str", no_log=True),
        ),
        mutually_exclusive=[("sign_command", "certificate")],
        required_one_of=[("sign_command", "certificate")],
        required_by={"key": "certificate"},
        supports_check_mode=True,
    )
    try:
        with Box(module.params) as box:
            result = run(module, box)
    except BoxError as error:
        fail(module, error)
    module.exit_json(**result)


if __name__ == "__main__":
    main()
