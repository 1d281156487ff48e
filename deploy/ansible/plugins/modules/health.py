#!/usr/bin/python
"""Whether a box is healthy."""

from __future__ import absolute_import, division, print_function

__metaclass__ = type

DOCUMENTATION = r"""
module: health
short_description: Wait until a parking edge box is healthy
description:
  - Signs in and reads the health of the box; fails where it is not healthy within O(wait). Changes nothing.
  - Healthy means that it answers, runs O(version), its analysis program is connected where
    O(needs_analysis), and that no critical alarm is open besides O(ignore_alarms).
options:
  wait:
    description: Seconds; 0 looks once.
    type: int
    default: 0
  version:
    description: The version that must run. Any by default.
    type: str
  needs_analysis:
    description: Whether the analysis program must be connected.
    type: bool
    default: true
  ignore_alarms:
    description: Kinds of alarms that do not count.
    type: list
    elements: str
    default: []
extends_documentation_fragment: [parking.edge.box]
author: [The makers of the parking edge box (@parking)]
"""
EXAMPLES = r"""
- name: Wait until the box is healthy
  parking.edge.health:
    host: 192.0.2.10
    password: "{{ vault_admin_password }}"
    version: 1.4.0
    wait: 60
  delegate_to: localhost
"""
RETURN = r"""
health:
  description: The answer of C(box_health).
  type: dict
  returned: success
version:
  description: The version that runs.
  type: str
  returned: success
"""

import time

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.parking.edge.plugins.module_utils.api import Box, BoxError, fail, options

PAUSE_S = 3


def look(box, params):
    """The current problems of the box as sentences, with its health and version."""
    version = box.call("/api/device/get_basic_info", {})["version"]
    health = box.call("/api/system/box_health", {})
    alarms = box.call("/api/parking/alarms", {"page": 1, "page_size": 100, "open": True})["list"]
    wrong = []
    if params["version"] and version != params["version"]:
        wrong.append("version %s runs instead of %s" % (version, params["version"]))
    if params["needs_analysis"] and not health["application"]["connected"]:
        wrong.append("the analysis program is not connected (%s)" % health["application"]["state"])
    for alarm in alarms:
        if alarm["severity"] == "critical" and alarm["kind"] not in params["ignore_alarms"]:
            wrong.append("the alarm %s is open" % alarm["kind"])
    return wrong, health, version


def main():
    module = AnsibleModule(
        options(
            wait=dict(type="int", default=0),
            version=dict(type="str"),
            needs_analysis=dict(type="bool", default=True),
            ignore_alarms=dict(type="list", elements="str", default=[]),
        ),
        supports_check_mode=True,
    )
    params = module.params
    until = time.monotonic() + params["wait"]
    box = Box(params)
    signed_in = False
    try:
        while True:
            last = None
            try:
                if not signed_in:
                    box.sign_in()
                    signed_in = True
                wrong, health, version = look(box, params)
                if not wrong:
                    module.exit_json(changed=False, health=health, version=version)
            except BoxError as error:
                # Not retried: a wrong password stays wrong, and each try would count as a guess.
                if error.code is not None and not signed_in:
                    fail(module, error)
                last, wrong, signed_in = error, [str(error)], False
            if time.monotonic() > until:
                code = last.code if last else None
                module.fail_json(msg="%s is not healthy: %s" % (params["host"], "; ".join(wrong)), code=code)
            time.sleep(PAUSE_S)
    finally:
        box.end()


if __name__ == "__main__":
    main()
