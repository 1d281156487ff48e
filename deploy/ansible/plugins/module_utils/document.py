"""Documents of the configuration (docs/configuration.md): canonical form, checksum, differences as lines."""

from __future__ import absolute_import, division, print_function

__metaclass__ = type

import hashlib
import json
from decimal import Decimal

FORMAT, VERSION = "parking-edge-configuration", 1


def number(value):
    """Formats a number as JavaScript does: no `.0`, and no exponent between 1e-6 and 1e21."""
    if isinstance(value, float):
        if value == int(value) and abs(value) < 1e21:
            return str(int(value))
        text = repr(value)
        if "e" in text:
            if 1e-6 <= abs(value) < 1e21:
                return format(Decimal(text), "f")
            digits, exponent = text.split("e")
            return "%se%s%d" % (digits, "-" if exponent.startswith("-") else "+", abs(int(exponent)))
        return text
    return str(value)


def canonical(value):
    """The canonical form of a value, with sorted keys and no white space. The checksum is computed from it."""
    if isinstance(value, dict):
        return "{%s}" % ",".join(
            "%s:%s" % (json.dumps(key, ensure_ascii=False), canonical(value[key])) for key in sorted(value)
        )
    if isinstance(value, (list, tuple)):
        return "[%s]" % ",".join(canonical(item) for item in value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return number(value)
    return json.dumps(value, ensure_ascii=False)


def document_of(sections, made):
    """Builds a document of these sections without secrets; `made` identifies the box."""
    content = {
        "format": FORMAT,
        "version": VERSION,
        "made": made,
        "sections": sections,
        "secrets": {"kind": "left_out"},
    }
    digest = hashlib.sha256(canonical(content).encode("utf-8")).hexdigest()
    content["checksum"] = "sha256:%s" % digest
    return json.dumps(content, ensure_ascii=False)


def shown(value):
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)


def lines_of(section, change):
    """Converts a difference to the lines before and after it; either list may be empty."""
    kind = change["kind"]
    names = [change[name] for name in ("camera_name", "parking_no", "lot_no") if change.get(name)]
    if kind == "day":
        names.append("day %s" % change["day"])
    if change.get("field"):
        names.append(change["field"])
    place = "%s: %s" % (section, " / ".join(names)) if names else section
    if kind == "secret":
        return ([], ["%s = (secret %s)" % (place, change["what"])])
    if "before" in change and "after" in change:
        return (
            ["%s = %s" % (place, shown(change["before"]))],
            ["%s = %s" % (place, shown(change["after"]))],
        )
    if change.get("what") in ("added", "removed"):
        line = "%s%s" % (place, " = %s" % change["value"] if "value" in change else "")
        return ([], [line]) if change["what"] == "added" else ([line], [])
    return ([], ["%s (%s)" % (place, kind.replace("_", " "))])


def diff_of(changes, header):
    """The output of `--diff`, from pairs of a section and its differences."""
    before, after = [], []
    for section, differences in changes:
        for change in differences:
            gone, come = lines_of(section, change)
            before += gone
            after += come

    def text(lines):
        return "".join("%s\n" % line for line in lines)

    return dict(before=text(before), after=text(after), before_header=header, after_header=header)
