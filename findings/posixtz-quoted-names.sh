#!/usr/bin/env bash
# posixtz 1.0.0 reads its own output wrongly. For Singapore it writes <+08>-8, the quoted form of POSIX (XBD 8.3,
# TZ), and reads it sixteen hours off, as eight hours west; India's half hour is lost. South of the equator summer
# time begins late in the year and ends early: there the library never applies it. ONVIF cameras give their time zone
# in this form. date of GNU coreutils reads each of the three as it was meant. Times are of 10 January 2026, noon.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts posixtz@1.0.0 moment@2.30.1 moment-timezone@0.5.48
cat > try.cjs <<'JS'
const { execFileSync } = require('node:child_process')
const { formatLocalDateWithOffset, formatPosixTZ } = require('posixtz')
const noon = '2026-01-10T12:00:00'
for (const place of ['Asia/Shanghai', 'Asia/Singapore', 'Asia/Kolkata', 'Australia/Sydney']) {
  const zone = formatPosixTZ(place, 2026)
  const date = execFileSync('date', ['-d', noon, '+%:z'], { env: { ...process.env, TZ: zone }, encoding: 'utf8' })
  console.log(`${zone}: ${formatLocalDateWithOffset(noon, zone).slice(noon.length)}, date ${date.trim()}`)
}
JS
output=$(node try.cjs)
echo "$output"
expected='CST-8: +08:00, date +08:00
<+08>-8: -08:00, date +08:00
IST-5:30: +05:00, date +05:30
AEST-10AEDT,M10.1.0,M4.1.0/3: +10:00, date +11:00'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
