#!/usr/bin/env bash
# A cell of the type "d" holds its date in ISO 8601 (ECMA-376 part 1, 18.18.11); openpyxl writes such cells by its
# option iso_dates. One noon gives four readers four answers: exceljs 4.4.0 takes the year for a number of days and
# shows July 1905, xlsx-populate 1.21.0 gives NaN, hucre 1.0.0 a text instead of a date, and read-excel-file 9.3.17
# (by its README the format has no type for dates) a time that depends on the zone of the reading machine, eight hours
# early in Taipei. Each reads the same noon rightly from a number of days. Needs zip and unzip.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts read-excel-file@9.3.17 exceljs@4.4.0 \
  xlsx-populate@1.21.0 hucre@1.0.0
cat > write.mjs <<'JS'
import ExcelJS from 'exceljs'
const book = new ExcelJS.Workbook()
const cell = book.addWorksheet('stays').getCell('A1')
cell.value = new Date('2026-11-20T12:00:00Z')
cell.numFmt = 'yyyy-mm-dd hh:mm:ss'
await book.xlsx.writeFile('number.xlsx')
JS
node write.mjs
mkdir parts
(
  cd parts
  unzip -q ../number.xlsx
  sed -Ei 's|(<c r="A1" s="1")[^>]*><v>[^<]*|\1 t="d"><v>2026-11-20T12:00:00|' xl/worksheets/sheet1.xml
  grep -q 't="d"' xl/worksheets/sheet1.xml
  zip -qr ../iso.xlsx .
)
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs'
import ExcelJS from 'exceljs'
import * as hucre from 'hucre'
import readXlsxFile from 'read-excel-file/node'
import XlsxPopulate from 'xlsx-populate'

const readers = {
  exceljs: async (file) => (await new ExcelJS.Workbook().xlsx.readFile(file)).worksheets[0].getCell('A1').value,
  'xlsx-populate': async (file) => (await XlsxPopulate.fromFileAsync(file)).sheet(0).cell('A1').value(),
  hucre: async (file) => (await hucre.readXlsx(readFileSync(file))).sheets[0].rows[0][0],
  'read-excel-file': async (file) => (await readXlsxFile(file))[0].data[0][0],
}
for (const [name, read] of Object.entries(readers)) {
  const said = await Promise.all(['number.xlsx', 'iso.xlsx'].map(read))
  console.log(`${name}: ${said.map((value) => value?.toISOString?.() ?? String(value)).join(', ')}`)
}
JS
output=$(TZ=Asia/Taipei node read.mjs)
echo "$output"
expected='exceljs: 2026-11-20T12:00:00.000Z, 1905-07-18T00:00:00.000Z
xlsx-populate: 46346.5, NaN
hucre: 2026-11-20T12:00:00.000Z, 2026-11-20T12:00:00
read-excel-file: 2026-11-20T12:00:00.000Z, 2026-11-20T04:00:00.000Z'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
