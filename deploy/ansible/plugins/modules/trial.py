#!/usr/bin/python
"""Waits on the box until the upgrade guard has finished."""

from __future__ import absolute_import, division, print_function

__metaclass__ = type

DOCUMENTATION = r"""
module: trial
short_description: Wait until the trial of a new version has ended
description:
  - Runs on the box, as root, after its packages were installed. Waits until the guard has nothing to do and
    fails where another version than O(version) runs then, with the guard's reason (docs/upgrades.md).
  - A version that went back is tried again only with O(retry).
options:
  version:
    description: The version that is to run.
    type: str
    required: true
  timeout:
    description: Seconds. A trial ends within two minutes, and going back takes some seconds more.
    type: int
    default: 300
  retry:
    description: Try a version again that went back before.
    type: bool
    default: false
author: [The makers of the parking edge box (@parking)]
"""
EXAMPLES = r"""
- name: Wait for the trial
  parking.edge.trial:
    version: 1.4.0
"""
RETURN = r"""
state:
  description: The state of the guard.
  type: dict
  returned: always
"""

import json
import os
import time

from ansible.module_utils.basic import AnsibleModule

VERSIONS, GUARD = "/usr/lib/parking-edge", "/var/lib/parking-edge-guard"


def state_of():
    try:
        with open(os.path.join(GUARD, "state.json")) as file:
            return json.load(file)
    except (OSError, ValueError):
        return {}


def running():
    try:
        return os.readlink(os.path.join(VERSIONS, "current"))
    except OSError:
        return ""


def is_done():
    """Whether nothing is requested and the last upgrade is complete."""
    asked = os.path.exists(os.path.join(GUARD, "requested"))
    return not asked and state_of().get("phase", "done") == "done"


def wait(timeout):
    until = time.monotonic() + timeout
    while not is_done():
        if time.monotonic() > until:
            return False
        time.sleep(1)
    return True


def main():
    module = AnsibleModule(
        dict(
            version=dict(type="str", required=True),
            timeout=dict(type="int", default=300),
            retry=dict(type="bool", default=False),
        ),
        supports_check_mode=True,
    )
    # In a folder name, `-` replaces the `~` of a Debian version.
    version = module.params["version"].replace("~", "-")
    timeout = module.params["timeout"]
    if not wait(timeout):
        module.fail_json(msg="The trial has not ended after %d s." % timeout, state=state_of())
    before, changed = running(), False
    installed = os.path.isdir(os.path.join(VERSIONS, version))
    if before != version and module.params["retry"] and installed:
        changed = True
        if not module.check_mode:
            module.run_command(["%s/guard" % VERSIONS, "request", version], check_rc=True)
            if not wait(timeout):
                module.fail_json(msg="The trial has not ended after %d s." % timeout, state=state_of())
    state, now = state_of(), running()
    shown = dict(before="version: %s\n" % before, after="version: %s\n" % version)
    if module.check_mode:
        module.exit_json(changed=changed, state=state, diff=shown if changed else {})
    if now != version:
        reason = (
            "%s: %s" % (state.get("result"), state.get("reason"))
            if state.get("to") == version
            else "not begun"
        )
        module.fail_json(msg="Version %s runs, not %s (%s)." % (now, version, reason), state=state)
    module.exit_json(changed=changed, state=state, diff=shown if changed else {})


if __name__ == "__main__":
    main()
