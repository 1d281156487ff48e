#!/usr/bin/env bash
# xlsx (SheetJS) 0.18.5: plates of Taiwan in a CSV file become dates and numbers. MAY-2021 is read as 1 May 2021,
# 5E-1234 as 0, while JAN-1234 and 1234-E5 stay texts: which plates are lost depends on their letters and digits.
# The cells of MAY-2021 and 5E-1234 no longer tell which vehicle was meant.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts xlsx@0.18.5
cat > try.cjs <<'JS'
const { read, utils } = require('xlsx')
const { Sheets, SheetNames } = read('plate\nMAY-2021\n5E-1234\nJAN-1234\n1234-E5\n', { type: 'string' })
console.log(JSON.stringify(utils.sheet_to_json(Sheets[SheetNames[0]]).map(({ plate }) => plate)))
JS
output=$(node try.cjs)
echo "$output"
[[ "$output" == '[44317,0,"JAN-1234","1234-E5"]' ]] || { echo 'changed'; exit 1; }
