#!/usr/bin/env bash
# ftp 0.3.10 and ftp-ts 1.1.0 date pictures wrongly. RFC 959 (section 4.1.3) leaves the form of LIST to the server.
# IIS lists as MS-DOS does and, by its option, with years of four digits: the pattern of both takes 11-20-2026 and
# then adds 1900, so that a picture is of the year 3926 and never old enough to be cleared away. In January ftp-ts has
# no date for a picture of last December. An older file of a Unix listing is at midnight of UTC in ftp, while its
# other dates are local. @icetee/ftp 1.0.8 reads all but the last. The clock is at 5 January 2027, the zone Taipei's.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ftp@0.3.10 ftp-ts@1.1.0 @icetee/ftp@1.0.8
cat > try.cjs <<'JS'
const now = Date.UTC(2027, 0, 5)
const RealDate = Date
globalThis.Date = class extends RealDate {
  static now = () => now
  constructor(...parts) {
    super(...(parts.length > 0 ? parts : [now]))
  }
}
const readers = {
  ftp: require('ftp/lib/parser').parseListEntry,
  'ftp-ts': require('ftp-ts/dist/parser.js').parseListEntry,
  '@icetee/ftp': require('@icetee/ftp/lib/parser').parseListEntry,
}
const local = (date) => (Number.isNaN(date.getTime()) ? 'no date' : date.toLocaleString('sv').slice(0, 16))
for (const line of [
  '11-20-26  08:30AM  1 a.jpg',
  '11-20-2026  08:30AM  1 a.jpg',
  '-rw-r--r-- 1 ftp ftp 1 Jan 04 08:30 a.jpg',
  '-rw-r--r-- 1 ftp ftp 1 Dec 05 08:30 a.jpg',
  '-rw-r--r-- 1 ftp ftp 1 Jun 05 2025 a.jpg',
]) {
  const dates = Object.entries(readers).map(([name, read]) => `${name} ${local(read(line).date)}`)
  console.log(`${line}: ${dates.join(', ')}`)
}
JS
output=$(TZ=Asia/Taipei node try.cjs)
echo "$output"
expected='11-20-26  08:30AM  1 a.jpg: ftp 2026-11-20 08:30, ftp-ts 2026-11-20 08:30, @icetee/ftp 2026-11-20 08:30
11-20-2026  08:30AM  1 a.jpg: ftp 3926-11-20 08:30, ftp-ts 3926-11-20 08:30, @icetee/ftp 2026-11-20 08:30
-rw-r--r-- 1 ftp ftp 1 Jan 04 08:30 a.jpg: ftp 2027-01-04 08:30, ftp-ts 2027-01-04 08:30, @icetee/ftp 2027-01-04 08:30
-rw-r--r-- 1 ftp ftp 1 Dec 05 08:30 a.jpg: ftp 2026-12-05 08:30, ftp-ts no date, @icetee/ftp 2026-12-05 08:30
-rw-r--r-- 1 ftp ftp 1 Jun 05 2025 a.jpg: ftp 2025-06-05 08:00, ftp-ts 2025-06-05 00:00, @icetee/ftp 2025-06-05 08:00'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
