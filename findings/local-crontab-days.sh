#!/usr/bin/env bash
# local-crontab 0.1.8: shifts the hours of a plan to UTC and leaves its days. What begins before eight o'clock in
# Taipei or Beijing belongs to the day before in UTC: "Monday 03:00" becomes Monday 19:00 UTC, which is Tuesday 03:00
# there, and the first of a month becomes the second. So the rate of a Saturday runs on Sunday. The README offers the
# conversion for any plan and names no such limit. cron-parser 5.10.6 shows when each runs: the plan as it was meant,
# by its zone, and the converted one in UTC (crontab(5): the fields are those of one clock).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts local-crontab@0.1.8 cron-parser@5.10.6
cat > try.cjs <<'JS'
const { CronExpressionParser } = require('cron-parser')
const { localCrontabToUtcCrontabs } = require('local-crontab')
const currentDate = '2026-11-19T16:00:00Z'
const zone = 'Asia/Taipei'
const parts = { weekday: 'short', day: '2-digit', hour: '2-digit', minute: '2-digit' }
const shown = new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...parts })
const first = (plan, tz) => shown.format(CronExpressionParser.parse(plan, { currentDate, tz }).next().toDate())
for (const plan of ['30 8 * * 1', '0 3 * * 1', '0 0 * * 6', '0 3 1 * *']) {
  const [utc] = localCrontabToUtcCrontabs(plan, zone)
  console.log(`${plan}: meant ${first(plan, zone)}; as ${utc} in UTC ${first(utc, 'UTC')}`)
}
JS
output=$(node try.cjs)
echo "$output"
expected='30 8 * * 1: meant Mon 23, 08:30; as 30 0 * * 1 in UTC Mon 23, 08:30
0 3 * * 1: meant Mon 23, 03:00; as 0 19 * * 1 in UTC Tue 24, 03:00
0 0 * * 6: meant Sat 21, 00:00; as 0 16 * * 6 in UTC Sun 22, 00:00
0 3 1 * *: meant Tue 01, 03:00; as 0 19 1 * * in UTC Wed 02, 03:00'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
