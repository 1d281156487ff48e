#!/usr/bin/env bash
# syslog-pro 1.0.0: writes the hour of a twelve-hour clock without "am" or "pm", by RFC 3164 and by RFC 5424 (whose
# section 6.2.3 demands 00 to 23). Each event of an afternoon reaches the log server twelve hours early, and one of
# the first hour after midnight twelve hours late. Its option utf8BOM, on unless switched off, puts the letters "BOM"
# before the text in place of the bytes EF BB BF (section 6.4). Tried at 16:30 and 00:30.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts syslog-pro@1.0.0
cat > try.cjs <<'JS'
let now
Date.now = () => now
const { RFC3164, RFC5424 } = require('syslog-pro')
void (async () => {
  for (const hour of [0, 16]) {
    now = new Date(2026, 10, 20, hour, 30).getTime()
    const old = await new RFC3164({ hostname: 'box', applicationName: 'edge' }).buildMessage('a car')
    const line = await new RFC5424({ hostname: 'box', applicationName: 'edge' }).buildMessage('a car')
    const [first, second] = [old, line].map((text) => /(\d\d):30:00/.exec(text)[1])
    console.log(`hour ${hour}: ${first} by RFC 3164, ${second} by RFC 5424, text ${line.slice(-9).trim()}`)
  }
})()
JS
output=$(node try.cjs)
echo "$output"
expected='hour 0: 12 by RFC 3164, 12 by RFC 5424, text BOMa car
hour 16: 04 by RFC 3164, 04 by RFC 5424, text BOMa car'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
