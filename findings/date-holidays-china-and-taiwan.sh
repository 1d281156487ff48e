#!/usr/bin/env bash
# date-holidays 3.37.0 does not have the holidays that the law gives. On the mainland (2024 revision of the State
# Council's 全国年节及纪念日放假办法, article 2) the Spring Festival has four days and Labour Day two: the third day of the year
# and 2 May are missing, while the half days of a few (article 3: 8 March, 4 May, 1 June, 1 August) are "public" for
# all. In Taiwan (紀念日及節日實施條例 of 28 May 2025) five days are missing: 小年夜, 1 May, 28 September, 25 October and 25
# December. So the tariff of a working day runs on a holiday, and on the mainland the reverse, too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts date-holidays@3.37.0
cat > try.cjs <<'JS'
const Holidays = require('date-holidays')
const law = {
  CN: '01-01 02-16 02-17 02-18 02-19 04-05 05-01 05-02 06-19 09-25 10-01 10-02 10-03',
  TW: '01-01 02-15 02-16 02-17 02-18 02-19 02-28 04-04 04-05 05-01 06-19 09-25 09-28 10-10 10-25 12-25',
}
const publicOf = (country) =>
  new Holidays(country).getHolidays(2026).flatMap(({ type, date }) => (type === 'public' ? [date.slice(5, 10)] : []))
for (const [country, days] of Object.entries(law)) {
  const given = publicOf(country)
  console.log(`${country} 2026 lacks ${days.split(' ').filter((day) => !given.includes(day)).join(', ')}`)
}
console.log(`CN 2026 has ${publicOf('CN').filter((day) => !law.CN.includes(day)).join(', ')} for all`)
JS
output=$(node try.cjs)
echo "$output"
expected='CN 2026 lacks 02-19, 05-02
TW 2026 lacks 02-15, 05-01, 09-28, 10-25, 12-25
CN 2026 has 03-08, 05-04, 06-01, 08-01 for all'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
