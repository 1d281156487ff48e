#!/usr/bin/env bash
# Five readers complete the date of a syslog line, which by RFC 3164 (section 4.1.2) is local and has no year.
# glossy 0.1.7 takes the year of UTC: until eight o'clock on New Year's Day in Taipei it dates each new event a year
# back. nsyslog-parser 0.10.1, syslogd 1.1.2, syslog-parse 2.0.0 and simple-syslog-server 1.0.0 take this year
# always: a line of 23:59:58 that arrives after midnight is of next December. syslogd and simple-syslog-server shift
# a leap day to 1 March. syslog-parse sets the month before the day, so that on the 31st a line of a shorter month
# is a month late.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts glossy@0.1.7 nsyslog-parser@0.10.1 syslogd@1.1.2 \
  syslog-parse@2.0.0 simple-syslog-server@1.0.0
cat > try.mjs <<'JS'
import glossy from 'glossy'
import nsyslog from 'nsyslog-parser'
import simple from 'simple-syslog-server/src/parser.js'
import parse from 'syslog-parse'
import { parser as syslogd } from 'syslogd'

let now
const RealDate = Date
globalThis.Date = class extends RealDate {
  static now = () => now
  constructor(...parts) {
    super(...(parts.length > 0 ? parts : [now]))
  }
}
const readers = {
  glossy: (line) => glossy.Parse.parse(line).time,
  'nsyslog-parser': (line) => nsyslog(line).ts,
  syslogd: (line) => syslogd(line, {}).time,
  'syslog-parse': (line) => parse(line).time,
  'simple-syslog-server': (line) => simple(line, {}).timestamp,
}
for (const [clock, stamp] of [
  ['2026-11-20 08:30:06', 'Nov 20 08:30:05'],
  ['2027-01-01 00:00:06', 'Jan  1 00:00:05'],
  ['2027-01-01 00:00:06', 'Dec 31 23:59:58'],
  ['2028-02-29 08:30:06', 'Feb 29 08:30:05'],
  ['2026-03-31 08:30:06', 'Feb 28 08:30:05'],
]) {
  now = RealDate.parse(clock)
  console.log(`at ${clock}, ${stamp}`)
  for (const [name, read] of Object.entries(readers))
    console.log(`  ${name} ${read(`<134>${stamp} box edge: a car`).toLocaleString('sv')}`)
}
JS
output=$(TZ=Asia/Taipei node try.mjs)
echo "$output"
expected='at 2026-11-20 08:30:06, Nov 20 08:30:05
  glossy 2026-11-20 08:30:05
  nsyslog-parser 2026-11-20 08:30:05
  syslogd 2026-11-20 08:30:05
  syslog-parse 2026-11-20 08:30:05
  simple-syslog-server 2026-11-20 08:30:05
at 2027-01-01 00:00:06, Jan  1 00:00:05
  glossy 2026-01-01 00:00:05
  nsyslog-parser 2027-01-01 00:00:05
  syslogd 2027-01-01 00:00:05
  syslog-parse 2027-01-01 00:00:05
  simple-syslog-server 2027-01-01 00:00:05
at 2027-01-01 00:00:06, Dec 31 23:59:58
  glossy 2026-12-31 23:59:58
  nsyslog-parser 2027-12-31 23:59:58
  syslogd 2027-12-31 23:59:58
  syslog-parse 2027-12-31 23:59:58
  simple-syslog-server 2027-12-31 23:59:58
at 2028-02-29 08:30:06, Feb 29 08:30:05
  glossy 2028-02-29 08:30:05
  nsyslog-parser 2028-02-29 08:30:05
  syslogd 2028-03-01 08:30:05
  syslog-parse 2028-02-29 08:30:05
  simple-syslog-server 2028-03-01 08:30:05
at 2026-03-31 08:30:06, Feb 28 08:30:05
  glossy 2026-02-28 08:30:05
  nsyslog-parser 2026-02-28 08:30:05
  syslogd 2026-02-28 08:30:05
  syslog-parse 2026-03-28 08:30:05
  simple-syslog-server 2026-02-28 08:30:05'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
