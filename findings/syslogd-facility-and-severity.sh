#!/usr/bin/env bash
# syslogd 1.1.2 (npm): swaps facility and severity. The priority is eight times the facility plus the severity (RFC
# 3164, section 4.1.1; RFC 5424, section 6.2.1); the library takes the low three bits for the facility. So
# an emergency of the facility "user" (8) has the severity of an alert, and a debugging line of local7 (191) the
# severity 23, which does not exist. A kernel emergency (0) has no severity at all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts syslogd@1.1.2
cat > try.cjs <<'JS'
const { parser } = require('syslogd')
for (const priority of [0, 8, 134, 191]) {
  const line = `<${priority}>Nov 20 08:30:00 box edge: a car`
  const { facility, severity } = parser(line, {})
  console.log(`<${priority}>: facility ${facility}, severity ${severity}; meant ${priority >> 3}, ${priority & 7}`)
}
JS
output=$(node try.cjs)
echo "$output"
expected='<0>: facility 0, severity NaN; meant 0, 0
<8>: facility 0, severity 1; meant 1, 0
<134>: facility 6, severity 16; meant 16, 6
<191>: facility 7, severity 23; meant 23, 7'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
