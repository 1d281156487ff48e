#!/usr/bin/python
"""The support bundle of a box."""

from __future__ import absolute_import, division, print_function

__metaclass__ = type

DOCUMENTATION = r"""
module: bundle
short_description: Collect the support bundle of a parking edge box
description:
  - Has the box make a bundle of logs, configuration and versions, without secrets, and saves it on the
    controller as C(NAME-FILE.zip), readable by its owner only.
  - A bundle of the same name that is younger than O(max_age_h) is kept, so that a second run changes nothing.
options:
  folder:
    description: An existing folder on the controller.
    type: path
    required: true
  name:
    description: Begins the file's name. The host by default.
    type: str
  max_age_h:
    description: Hours that a bundle stays good; 0 makes a new one in each run.
    type: float
    default: 1
extends_documentation_fragment: [parking.edge.box]
author: [The makers of the parking edge box (@parking)]
"""
EXAMPLES = r"""
- name: Collect the support bundle
  parking.edge.bundle:
    host: 192.0.2.10
    password: "{{ vault_admin_password }}"
    folder: bundles
  delegate_to: localhost
"""
RETURN = r"""
path:
  description: The file; absent in check mode for one that would be made.
  type: str
  returned: success
list:
  description: What it holds, with sizes and the number of secrets that were removed.
  type: list
  returned: when it was made
"""

import glob
import os
import time

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.parking.edge.plugins.module_utils.api import Box, BoxError, fail, options


def young(folder, name, max_age_h):
    """The newest bundle with that name, if it is recent enough."""
    found = glob.glob(os.path.join(glob.escape(folder), "%s-*.zip" % glob.escape(name)))
    newest = max(found, key=os.path.getmtime) if found else None
    return newest if newest and time.time() - os.path.getmtime(newest) < max_age_h * 3600 else None


def save(path, content):
    """Writes the file completely or not at all."""
    draft = "%s.partial" % path
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(draft, path)


def main():
    module = AnsibleModule(
        options(
            folder=dict(type="path", required=True),
            name=dict(type="str"),
            max_age_h=dict(type="float", default=1),
        ),
        supports_check_mode=True,
    )
    folder, name = module.params["folder"], module.params["name"] or module.params["host"]
    if not os.path.isdir(folder):
        module.fail_json(msg="%s is not a folder." % folder)
    kept = young(folder, name, module.params["max_age_h"])
    if kept:
        module.exit_json(changed=False, path=kept)
    if module.check_mode:
        module.exit_json(changed=True)
    try:
        with Box(module.params) as box:
            box.sign_in()
            made = box.call("/api/system/support_bundle", {})
            path = os.path.join(folder, "%s-%s" % (name, os.path.basename(made["file_name"])))
            content = box.download(made["download"])
    except BoxError as error:
        fail(module, error)
    if len(content) != made["bytes"]:
        module.fail_json(msg="The bundle has %d bytes instead of %d." % (len(content), made["bytes"]))
    save(path, content)
    module.exit_json(changed=True, path=path, list=made["list"])


if __name__ == "__main__":
    main()
