#!/usr/bin/env bash
# later 1.2.0 and @breejs/later 4.2.0 read plans of crontab(5) otherwise than cron. Sunday is 0 or 7 there; they
# take 7 for Saturday, so that a weekend rate of "6-7" never runs on a Sunday. If the day of the month and that of
# the week are both given, either is enough; they wait for a day that is both: a plan for the 5th, the 15th and each
# Monday begins in February. cron-parser 5.10.6, croner 11.0.1, cron 4.4.0 and cron-schedule 6.0.0 give the days
# that are meant. Shown are the next three days after 1 November 2026, a Sunday, where they differ.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts later@1.2.0 @breejs/later@4.2.0 cron-parser@5.10.6 \
  croner@11.0.1 cron@4.4.0 cron-schedule@6.0.0
cat > try.mjs <<'JS'
import breeLater from '@breejs/later'
import { CronTime } from 'cron'
import { CronExpressionParser } from 'cron-parser'
import { parseCronExpression } from 'cron-schedule'
import { Cron } from 'croner'
import later from 'later'

const from = new Date('2026-11-01T00:00:01Z')
const three = (next) => [1, 2].reduce((dates) => [...dates, next(dates.at(-1))], [next(from)])
const readers = {
  later: (plan) => later.schedule(later.parse.cron(plan)).next(3, from),
  '@breejs/later': (plan) => breeLater.schedule(breeLater.parse.cron(plan)).next(3, from),
  'cron-parser': (plan) => {
    const dates = CronExpressionParser.parse(plan, { currentDate: from, tz: 'UTC' })
    return three(() => dates.next().toDate())
  },
  croner: (plan) => new Cron(plan, { timezone: 'UTC', paused: true }).nextRuns(3, from),
  cron: (plan) => three((date) => new CronTime(plan, 'UTC').getNextDateFrom(date, 'UTC').toJSDate()),
  'cron-schedule': (plan) => three((date) => parseCronExpression(plan).getNextDate(date)),
}
const meant = {
  '0 0 * * 1-5': '11-02 11-03 11-04',
  '0 0 * * 6-7': '11-07 11-08 11-14',
  '0 0 5,15 * 1': '11-02 11-05 11-09',
  '0 0 * * 7': '11-08 11-15 11-22',
}
for (const [plan, days] of Object.entries(meant)) {
  console.log(`${plan}: ${days}`)
  for (const [name, read] of Object.entries(readers)) {
    const given = read(plan).map((date) => date.toISOString().slice(5, 10)).join(' ')
    if (given !== days) console.log(`  ${name} ${given}`)
  }
}
process.exit()
JS
output=$(TZ=UTC node try.mjs)
echo "$output"
expected='0 0 * * 1-5: 11-02 11-03 11-04
0 0 * * 6-7: 11-07 11-08 11-14
  later 11-07 11-14 11-21
  @breejs/later 11-07 11-14 11-21
0 0 5,15 * 1: 11-02 11-05 11-09
  later 02-15 03-15 04-05
  @breejs/later 02-15 03-15 04-05
0 0 * * 7: 11-08 11-15 11-22
  later 11-07 11-14 11-21
  @breejs/later 11-07 11-14 11-21'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
