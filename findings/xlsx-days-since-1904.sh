#!/usr/bin/env bash
# Three readers of XLSX show a workbook of days since 1904 four years early. LibreOffice 7.4.7 marks one by
# date1904="true", Excel by "1"; xsd:boolean allows both (ECMA-376 part 1, 18.2.28). read-excel-file 9.3.17 and exceljs
# 4.4.0 know "1" alone; xlsx 0.18.5 knows both, and yet gives a wrong date (`v`) beside the right text (`w`).
# read-excel-file also returns 12:34:55.999 for 12:34:56. Needs zip and unzip.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts read-excel-file@9.3.17 exceljs@4.4.0 xlsx@0.18.5
cat > write.mjs <<'JS'
import ExcelJS from 'exceljs'
const book = new ExcelJS.Workbook()
book.properties.date1904 = true
const cell = book.addWorksheet('stays').getCell('A1')
cell.value = new Date('2026-11-30T12:34:56Z')
cell.numFmt = 'yyyy-mm-dd hh:mm:ss'
await book.xlsx.writeFile('1.xlsx')
JS
node write.mjs
mkdir parts
(cd parts && unzip -q ../1.xlsx && sed -i 's/date1904="1"/date1904="true"/' xl/workbook.xml && zip -qr ../true.xlsx .)
cat > read.mjs <<'JS'
import ExcelJS from 'exceljs'
import readXlsxFile from 'read-excel-file/node'
import XLSX from 'xlsx'

for (const file of ['1.xlsx', 'true.xlsx']) {
  const [sheet] = await readXlsxFile(file)
  console.log(`${file} read-excel-file ${sheet.data[0][0].toISOString()}`)
  const book = await new ExcelJS.Workbook().xlsx.readFile(file)
  console.log(`${file} exceljs ${book.worksheets[0].getCell('A1').value.toISOString()}`)
  const { v, w } = XLSX.readFile(file, { cellDates: true, UTC: true }).Sheets.stays.A1
  console.log(`${file} xlsx ${v.toISOString()} ${w}`)
}
JS
output=$(TZ=UTC node read.mjs)
echo "$output"
expected='1.xlsx read-excel-file 2026-11-30T12:34:55.999Z
1.xlsx exceljs 2026-11-30T12:34:56.000Z
1.xlsx xlsx 2022-11-29T12:34:56.000Z 2026-11-30 12:34:56
true.xlsx read-excel-file 2022-11-29T12:34:55.999Z
true.xlsx exceljs 2022-11-29T12:34:56.000Z
true.xlsx xlsx 2022-11-29T12:34:56.000Z 2026-11-30 12:34:56'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
