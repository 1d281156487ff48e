#!/usr/bin/env bash
# exceljs 4.4.0: a workbook of the Chinese Excel names its own date formats by number alone, 27 to 36 and 50 to 58
# (ECMA-376 part 1, 18.8.30, lists for zh-cn and zh-tw). The library's own table has them, by language, but its reader
# looks for the entry without a language: the date comes back as a plain number without any format, so that nothing
# tells it from a fee. xlsx 0.18.5 and read-excel-file 9.3.17 read each as a date. Needs zip and unzip.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts exceljs@4.4.0 xlsx@0.18.5 read-excel-file@9.3.17
cat > write.mjs <<'JS'
import ExcelJS from 'exceljs'
const book = new ExcelJS.Workbook()
const cell = book.addWorksheet('stays').getCell('A1')
cell.value = new Date('2026-11-20T00:00:00Z')
cell.numFmt = 'mm-dd-yy'
await book.xlsx.writeFile('14.xlsx')
JS
node write.mjs
cat > read.mjs <<'JS'
import ExcelJS from 'exceljs'
import readXlsxFile from 'read-excel-file/node'
import XLSX from 'xlsx'
const kind = (value) => (value instanceof Date ? 'date' : String(value))
for (const format of [14, 27, 31, 58]) {
  const file = `${format}.xlsx`
  const cell = (await new ExcelJS.Workbook().xlsx.readFile(file)).worksheets[0].getCell('A1')
  const { v } = XLSX.readFile(file, { cellDates: true }).Sheets.stays.A1
  const [sheet] = await readXlsxFile(file)
  const others = `xlsx ${kind(v)}; read-excel-file ${kind(sheet.data[0][0])}`
  console.log(`${format}: exceljs ${kind(cell.value)} (${cell.numFmt}); ${others}`)
}
JS
mkdir parts
cd parts
unzip -q ../14.xlsx
for format in 27 31 58; do
  sed -Ei "s/(<xf numFmtId=\")[1-9][0-9]*/\1$format/" xl/styles.xml
  zip -qr "../$format.xlsx" .
done
cd ..
output=$(node read.mjs)
echo "$output"
expected='14: exceljs date (mm-dd-yy); xlsx date; read-excel-file date
27: exceljs 46346 (undefined); xlsx date; read-excel-file date
31: exceljs 46346 (undefined); xlsx date; read-excel-file date
58: exceljs 46346 (undefined); xlsx date; read-excel-file date'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
