#!/usr/bin/env bash
# glossy 0.1.7, and with it winston-syslog 2.7.1: a line by RFC 5424 gets the hour of UTC with the offset of the local
# zone, so that in Taipei every event is eight hours early (section 6.2.3: a local time and its offset). A fraction
# below 100 ms loses a zero: 7 ms is sent as ".07". A line by RFC 3164 has the right local hour, so the two forms
# of one event differ. Read by glossy itself. It also reads no priority from <0>, a kernel emergency (6.2.1).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts glossy@0.1.7 winston-syslog@2.7.1 winston@3.19.0
cat > try.cjs <<'JS'
const { createSocket } = require('node:dgram')
const { Parse, Produce } = require('glossy')
const winston = require('winston')
const { Syslog } = require('winston-syslog')

const date = new Date('2026-11-20T16:30:05.007+08:00')
console.log(`meant ${date.toISOString()}`)
const event = { severity: 'info', host: 'box', date, message: 'a car' }
for (const type of ['RFC3164', 'RFC5424']) {
  const line = new Produce({ type, appName: 'edge', pid: '1', facility: 'local0' }).produce(event)
  console.log(`glossy ${line} read as ${Parse.parse(line).time.toISOString().slice(11)}`)
}
console.log(`<0> has the severity ${Parse.parse('<0>1 - box edge - - - overheated').severity}`)

const hours = (ms) => Math.round(ms / 3_600_000)
const server = createSocket('udp4').on('message', (line) => {
  console.log(`winston-syslog is ${hours(Date.now() - Parse.parse(String(line)).time)} hours early`)
  process.exit()
})
server.bind(0, '127.0.0.1', () => {
  const place = { host: '127.0.0.1', port: server.address().port, protocol: 'udp4', localhost: 'box' }
  winston.createLogger({ transports: [new Syslog({ ...place, type: '5424' })] }).info('a car')
})
JS
output=$(TZ=Asia/Taipei node try.cjs)
echo "$output"
expected='meant 2026-11-20T08:30:05.007Z
glossy <134>Nov 20 16:30:05 box edge[1]: a car read as 08:30:05.000Z
glossy <134>1 2026-11-20T08:30:05.07+08:00 box edge 1 - - a car read as 00:30:05.070Z
<0> has the severity undefined
winston-syslog is 8 hours early'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
