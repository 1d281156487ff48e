#!/usr/bin/python
"""The configuration of a box: a document as the console exports it, or single values."""

from __future__ import absolute_import, division, print_function

__metaclass__ = type

DOCUMENTATION = r"""
module: configuration
short_description: Apply a configuration to a parking edge box
description:
  - Applies an exported document (O(src)) or single values (O(values)), all or none. The box compares and
    validates them first, so check mode and diff say exactly what a run would do. It takes a snapshot before
    it changes anything.
  - The network and the VPN of a box are never changed by it.
options:
  src:
    description: A file on the controller, a document as C(export_document) writes it, byte for byte.
    type: path
  passphrase:
    description: Opens the secrets of O(src). Without it the box keeps its own.
    type: str
  values:
    description: >-
      Sections of a document (docs/configuration.md) with the values that are to hold, such as
      C({device: {name: gate-1}, platform_param: {heartbeat_interval: 30}}). Fields that are not named keep
      their values; lists are replaced. Put no secrets here.
    type: dict
  secrets:
    description: >-
      Passwords by group and field, such as C({storage_param: {password: ...}}); also C(extra_info) of
      C(platform_param) where it holds secrets. They are never read back and never printed.
    type: dict
    default: {}
  update_secrets:
    description: >-
      V(on_create) sets a secret only where the box has none. V(always) sets it in each run, which is
      reported as a change each time.
    type: str
    choices: [on_create, always]
    default: on_create
  sections:
    description: Only these sections of O(src). All of them by default.
    type: list
    elements: str
  confirmed:
    description: Apply a whitelist although it excludes the controller.
    type: bool
    default: false
extends_documentation_fragment: [parking.edge.box]
author: [The makers of the parking edge box (@parking)]
"""
EXAMPLES = r"""
- name: Name the box and its platform
  parking.edge.configuration:
    host: 192.0.2.10
    password: "{{ vault_admin_password }}"
    values:
      device: {name: gate-1}
      platform_param: {operator_no: "4403", data_url: "https://platform.example/data"}
  delegate_to: localhost

- name: Apply the document of the site
  parking.edge.configuration:
    host: 192.0.2.10
    password: "{{ vault_admin_password }}"
    src: site.json
    sections: [alg_param, event_param, schedule_param]
  delegate_to: localhost
"""
RETURN = r"""
sections:
  description: The sections that differ, and in how many places.
  type: dict
  returned: success
snapshot:
  description: The snapshot of the configuration before.
  type: str
  returned: when something was applied
needs_password:
  description: Cameras whose password has to be typed now.
  type: list
  returned: when something was applied
warnings_of_box:
  description: What the box warns of.
  type: list
  returned: success
"""

import json
import time

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.parking.edge.plugins.module_utils.api import Box, BoxError, fail, options
from ansible_collections.parking.edge.plugins.module_utils.document import diff_of, document_of

MASK = "******"


def present(box, section):
    """The current content of a section that the box accepts only as a whole."""
    if section == "device":
        return dict(
            box.call("/api/device/get_address", {}), name=box.call("/api/device/get_basic_info", {})["name"]
        )
    clock = box.call("/api/device/time_para", {})
    return {name: clock[name] for name in ("time_zone", "ntp_enabled", "ntp_server")}


def document_from(box, values):
    """Builds a document of the given values, completed with the box's other values."""
    info = box.call("/api/device/get_basic_info", {})
    sections = {name: dict(section) for name, section in values.items()}
    for name in ("device", "time"):
        if name in sections:
            sections[name] = dict(present(box, name), **sections[name])
    extra = sections.get("platform_param", {}).get("extra_info")
    if isinstance(extra, dict):
        sections["platform_param"]["extra_info"] = json.dumps(extra, ensure_ascii=False, sort_keys=True)
    made = {name: info[name] for name in ("host_name", "host_model", "host_sn")}
    return document_of(
        sections, dict(made, time=time.strftime("%Y-%m-%d %H:%M:%S"), software=info["version"])
    )


def read(path):
    """Reads the document without changing a byte, because its checksum covers them all."""
    try:
        with open(path, "rb") as file:
            return file.read().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BoxError("The document cannot be read: %s" % error)


def chosen_of(preview, wanted):
    """The sections that differ and may be applied, with the sections that they need."""
    by_name = {one["section"]: one for one in preview["sections"]}
    unknown = set(wanted or []) - set(by_name)
    if unknown:
        raise BoxError("The document has no section %s." % ", ".join(sorted(unknown)))
    chosen = {
        name
        for name, one in by_name.items()
        if one["importable"] and one["total"] > 0 and (not wanted or name in wanted)
    }
    for name in sorted(chosen):
        chosen.update(need for need in by_name[name]["needs"] if need in by_name)
    return [by_name[name] for name in by_name if name in chosen]


def masked_like(shown, wanted):
    """Whether the box's JSON text, whose secrets are masked, may equal the wanted text."""
    try:
        one, other = json.loads(shown or "{}"), json.loads(wanted or "{}")
    except ValueError:
        return False

    def fits(here, there):
        if here == MASK:
            return True
        if isinstance(here, dict) and isinstance(there, dict):
            return set(here) == set(there) and all(fits(here[key], there[key]) for key in here)
        return here == there

    return fits(one, other)


def missing_secrets(box, secrets, dropped, always):
    """The bodies of `update_all_param` for the secrets to be set."""
    groups = box.call("/api/parking/get_all_param", {})
    bodies = {}
    for group, fields in secrets.items():
        if group not in groups:
            raise BoxError("There is no group of parameters %s." % group)
        for field, value in fields.items():
            text = json.dumps(value, sort_keys=True) if isinstance(value, dict) else value
            here = groups[group]
            if field + "_set" in here:
                kept = here[field + "_set"] and (group, field) not in dropped
            elif field in here:
                kept = masked_like(here[field], text) and (group, field) not in dropped
            else:
                raise BoxError("%s has no field %s." % (group, field))
            if always or not kept:
                bodies.setdefault(group, {})[field] = text
    return bodies


def run(module, box):
    params = module.params
    box.sign_in()
    applied, result = [], dict(sections={}, warnings_of_box=[])
    dropped = set()
    content = None
    if params["src"]:
        content = read(params["src"])
    elif params["values"]:
        content = document_from(box, params["values"])
    if content is not None:
        body = {"content": content, "passphrase": params["passphrase"] or ""}
        preview = box.call("/api/parking/preview_import", body)
        applied = chosen_of(preview, params["sections"])
        result["sections"] = {one["section"]: one["total"] for one in applied}
        result["warnings_of_box"] = preview["warnings"]
        for one in applied:
            for change in one["changes"]:
                if change["kind"] == "secret" and change["what"] == "cleared":
                    dropped.add((one["section"], change["field"]))
        if applied and not module.check_mode:
            names = [one["section"] for one in applied]
            order = {"token": preview["token"], "sections": names, "confirmed": params["confirmed"]}
            done = box.call("/api/parking/apply_import", order)
            result.update(snapshot=done["snapshot"], needs_password=done["needs_password"])
        else:
            box.call("/api/parking/forget_import", {"token": preview["token"]})
    always = params["update_secrets"] == "always"
    bodies = missing_secrets(box, params["secrets"], dropped, always) if params["secrets"] else {}
    if bodies and not module.check_mode:
        box.call("/api/parking/update_all_param", bodies)
    changes = [(one["section"], one["changes"]) for one in applied]
    for group, fields in bodies.items():
        changes.append((group, [dict(kind="secret", field=field, what="set") for field in sorted(fields)]))
    result["changed"] = bool(applied or bodies)
    result["diff"] = diff_of(changes, params["host"])
    return result


def main():
    module = AnsibleModule(
        options(
            src=dict(type="path"),
            passphrase=dict(type="str", no_log=True),
            values=dict(type="dict"),
            secrets=dict(type="dict", default={}, no_log=True),
            update_secrets=dict(
                type="str", choices=["on_create", "always"], default="on_create", no_log=False
            ),
            sections=dict(type="list", elements="str"),
            confirmed=dict(type="bool", default=False),
        ),
        mutually_exclusive=[("src", "values")],
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
