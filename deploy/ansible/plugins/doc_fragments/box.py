"""The documentation of the connection options, which every module shares."""

from __future__ import absolute_import, division, print_function

__metaclass__ = type


class ModuleDocFragment(object):
    DOCUMENTATION = r"""
options:
  host:
    description: Address or name of the box.
    type: str
    required: true
  port:
    description: Port of the console.
    type: int
    default: 8080
  username:
    description: A user of the box. Changes need an administrator without a second factor.
    type: str
    default: admin
  password:
    description: The password of that user.
    type: str
    required: true
  ca_path:
    description: >-
      File with the authorities (PEM) that may vouch for the box. Without it and without O(fingerprint) those
      of the system.
    type: path
  fingerprint:
    description: >-
      SHA-256 of the box's certificate, or better of its public key, which a renewal keeps. C(parking-edge
      label) prints both on the box. It takes precedence over O(ca_path).
    type: str
  timeout:
    description: Seconds that a call may take.
    type: int
    default: 35
notes:
  - The module runs on the controller (C(delegate_to=localhost)); the box needs no Python for it.
"""
