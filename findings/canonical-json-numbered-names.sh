#!/usr/bin/env bash
# canonical-json 0.4.0: "compliant with RFC 8785" by its README, and yet names that look like numbers, as of lanes,
# come by their value: 9 before 10. Section 3.2.3 sorts by UTF-16 code units: "10" before "9". With an indentation, or
# with a replacer that changes nothing, the same library sorts as the RFC says. So the hash of a record differs
# from that of another implementation. canonicalize 5.1.0 and json-canonicalize 3.0.1 agree with the RFC.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts canonical-json@0.4.0 canonicalize@5.1.0 \
  json-canonicalize@3.0.1
cat > try.mjs <<'JS'
import stringify from 'canonical-json'
import canonicalize from 'canonicalize'
import { canonicalize as other } from 'json-canonicalize'
const lanes = { entry: 3, 9: 'open', 10: 'shut' }
console.log(`canonical-json ${stringify(lanes)}`)
console.log(`the same, indented ${stringify(lanes, null, 1).replace(/\s+/g, '')}`)
console.log(`the same, replaced ${stringify(lanes, (_, value) => value)}`)
console.log(`canonicalize ${canonicalize(lanes)}`)
console.log(`json-canonicalize ${other(lanes)}`)
JS
output=$(node try.mjs)
echo "$output"
expected='canonical-json {"9":"open","10":"shut","entry":3}
the same, indented {"10":"shut","9":"open","entry":3}
the same, replaced {"10":"shut","9":"open","entry":3}
canonicalize {"10":"shut","9":"open","entry":3}
json-canonicalize {"10":"shut","9":"open","entry":3}'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
