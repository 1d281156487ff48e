#!/usr/bin/env bash
# onvif 0.8.3 (npm): a camera may show its LocalDateTime with its time zone and no UTCDateTime, which is optional in
# the ONVIF schema. The library takes the local time for UTC, so in China and Taiwan it stamps every request eight
# hours ahead, and a camera that checks the stamps (WS-Security) refuses the right password.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts onvif@0.8.3
cat > try.cjs <<'JS'
const { createServer } = require('node:http')
const { Cam } = require('onvif')

const tt = 'xmlns:tt="http://www.onvif.org/ver10/schema"'
function answer() {
  const local = new Date(Date.now() + 8 * 3_600_000)
  const time = `<tt:Hour>${local.getUTCHours()}</tt:Hour><tt:Minute>${local.getUTCMinutes()}</tt:Minute>`
  const date = `<tt:Year>${local.getUTCFullYear()}</tt:Year><tt:Month>${local.getUTCMonth() + 1}</tt:Month>`
  return `<?xml version="1.0"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>
    <tds:GetSystemDateAndTimeResponse xmlns:tds="http://www.onvif.org/ver10/device/wsdl"><tds:SystemDateAndTime ${tt}>
    <tt:DateTimeType>NTP</tt:DateTimeType><tt:DaylightSavings>false</tt:DaylightSavings>
    <tt:TimeZone><tt:TZ>CST-8</tt:TZ></tt:TimeZone><tt:LocalDateTime>
    <tt:Time>${time}<tt:Second>${local.getUTCSeconds()}</tt:Second></tt:Time>
    <tt:Date>${date}<tt:Day>${local.getUTCDate()}</tt:Day></tt:Date></tt:LocalDateTime>
    </tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse></s:Body></s:Envelope>`
}
let stamp
const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const created = /<Created[^>]*>([^<]+)</.exec(body)?.[1]
  if (created) stamp ??= new Date(created)
  response.end(body.includes('GetSystemDateAndTime') ? answer() : '')
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address()
  const camera = new Cam({ hostname: '127.0.0.1', port, username: 'admin', password: 'a', autoconnect: false })
  camera.getSystemDateAndTime(() =>
    camera.getDeviceInformation(() => {
      console.log(`stamped ${Math.round((stamp - Date.now()) / 3_600_000)} hours ahead`)
      process.exit()
    }),
  )
})
JS
output=$(node try.cjs)
echo "$output"
[[ "$output" == 'stamped 8 hours ahead' ]] || { echo 'changed'; exit 1; }
