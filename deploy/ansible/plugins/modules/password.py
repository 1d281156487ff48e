#!/usr/bin/python
"""The password of a user of a box."""

from __future__ import absolute_import, division, print_function

__metaclass__ = type

DOCUMENTATION = r"""
module: password
short_description: Set the password of a user of a parking edge box
description:
  - Makes O(password) the password of O(username), who signs in with O(current_password) for it.
  - Nothing changes where O(password) opens already. Every other session of the user ends with a change.
options:
  current_password:
    description: The password until now, or the one-time password of a new box. Only needed for a change.
    type: str
extends_documentation_fragment: [parking.edge.box]
author: [The makers of the parking edge box (@parking)]
"""
EXAMPLES = r"""
- name: Set the first password
  parking.edge.password:
    host: 192.0.2.10
    fingerprint: "{{ label.public_key_sha256 }}"
    password: "{{ vault_admin_password }}"
    current_password: "{{ one_time_password }}"
  delegate_to: localhost
"""
RETURN = r"""#"""

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.parking.edge.plugins.module_utils.api import Box, BoxError, fail, options

FAILED = 7000


def opens(box, password):
    """Whether the password signs in permanently. A one-time password does not, as it must be replaced."""
    try:
        return not box.sign_in(password)
    except BoxError as error:
        if error.code != FAILED or error.reason == "second_factor_needed":
            raise
        return False


def main():
    module = AnsibleModule(
        options(current_password=dict(type="str", no_log=True)),
        supports_check_mode=True,
    )
    wanted, current = module.params["password"], module.params["current_password"]
    try:
        with Box(module.params) as box:
            if opens(box, wanted):
                module.exit_json(changed=False)
            if not current:
                module.fail_json(
                    msg="The password does not open, and there is no current_password to change it."
                )
            box.end()
            box.sign_in(current)
            if not module.check_mode:
                answer = box.call(
                    "/api/user/change_password", {"old_password": current, "new_password": wanted}
                )
                box.take(answer["token"])
    except BoxError as error:
        fail(module, error)
    shown = dict(before="password: (as before)\n", after="password: (changed)\n")
    module.exit_json(changed=True, diff=shown)


if __name__ == "__main__":
    main()
