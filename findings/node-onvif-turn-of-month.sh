#!/usr/bin/env bash
# node-onvif 0.1.7: reads the clock of a camera into today's date field by field, the month before the day. In the
# last days of a month the day does not exist in a shorter one, so a camera that is one second ahead, at midnight of
# 31 January, seems to be 28 days ahead. Until the library connects again, every request is stamped in March, and a
# camera that checks the stamps (WS-Security) refuses the right password.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts node-onvif@0.1.7
cat > try.cjs <<'JS'
const { createServer } = require('node:http')
const { OnvifDevice } = require('node-onvif')

const now = Date.UTC(2027, 0, 31, 23, 59, 59)
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length > 0 ? parts : [now]))
  }
}
const tt = 'xmlns:tt="http://www.onvif.org/ver10/schema"'
const answer = `<?xml version="1.0"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>
  <tds:GetSystemDateAndTimeResponse xmlns:tds="http://www.onvif.org/ver10/device/wsdl"><tds:SystemDateAndTime ${tt}>
  <tt:DateTimeType>NTP</tt:DateTimeType><tt:DaylightSavings>false</tt:DaylightSavings><tt:UTCDateTime>
  <tt:Time><tt:Hour>0</tt:Hour><tt:Minute>0</tt:Minute><tt:Second>0</tt:Second></tt:Time>
  <tt:Date><tt:Year>2027</tt:Year><tt:Month>2</tt:Month><tt:Day>1</tt:Day></tt:Date></tt:UTCDateTime>
  </tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse></s:Body></s:Envelope>`
const server = createServer((_, response) => response.end(answer))
server.listen(0, '127.0.0.1', async () => {
  const camera = new OnvifDevice({ xaddr: `http://127.0.0.1:${server.address().port}/onvif/device_service` })
  await camera.services.device.getSystemDateAndTime()
  console.log(`${camera.services.device.getTimeDiff() / 1000} s ahead`)
  process.exit()
})
JS
output=$(node try.cjs)
echo "$output"
[[ "$output" == '2419201 s ahead' ]] || { echo 'changed'; exit 1; }
