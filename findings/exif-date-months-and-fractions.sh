#!/usr/bin/env bash
# exif-date 2.1.1: reads 2026:02:10 as 10 March on the last days of a month of 31, since it puts the month into
# today's date before the day. It also reads the fraction of a second as a number of milliseconds: .5 is 5 ms and
# .05 too, while by EXIF (SubSecTime) the digits are those behind the point, 500 and 50 ms. It writes 50 ms as .5
# and 7 ms as .1, so that another reader sees half a second, and its own .50 of half a second comes back as 50 ms:
# pictures of one passing car change their order. The clock is at 31 March 2026.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts exif-date@2.1.1
cat > try.cjs <<'JS'
const now = Date.UTC(2026, 2, 31, 8, 30)
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length > 0 ? parts : [now]))
  }
}
const { format, parse } = require('exif-date')
for (const text of ['2026:03:10 08:30:00', '2026:02:10 08:30:00', '2026:03:10 08:30:00.5', '2026:03:10 08:30:00.05'])
  console.log(`${text} is read as ${parse(text).toISOString()}`)
for (const milliseconds of [7, 50, 500, 997]) {
  const written = format(new Date(Date.UTC(2026, 2, 10, 8, 30, 0, milliseconds)), true)
  console.log(`${milliseconds} ms are written as ${written} and read back as ${parse(written).getMilliseconds()} ms`)
}
JS
output=$(node try.cjs)
echo "$output"
expected='2026:03:10 08:30:00 is read as 2026-03-10T08:30:00.000Z
2026:02:10 08:30:00 is read as 2026-03-10T08:30:00.000Z
2026:03:10 08:30:00.5 is read as 2026-03-10T08:30:00.005Z
2026:03:10 08:30:00.05 is read as 2026-03-10T08:30:00.005Z
7 ms are written as 2026:03:10 08:30:00.1 and read back as 1 ms
50 ms are written as 2026:03:10 08:30:00.5 and read back as 5 ms
500 ms are written as 2026:03:10 08:30:00.50 and read back as 50 ms
997 ms are written as 2026:03:10 08:30:00.100 and read back as 100 ms'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
