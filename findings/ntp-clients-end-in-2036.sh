#!/usr/bin/env bash
# ntp-client 0.5.3, ntp-time-sync 0.5.0 and @hapi/sntp 4.0.0: from 7 February 2036, when the seconds of NTP begin
# again at zero, each of them takes the answer of a correct server for a time of 1900. RFC 5905 (section 6) has
# the client choose the era that is nearest to its own clock. Boxes that are sold today will still run then.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ntp-client@0.5.3 ntp-time-sync@0.5.0 @hapi/sntp@4.0.0
cat > try.cjs <<'JS'
const { createSocket } = require('node:dgram')
const ntpClient = require('ntp-client')
const { NtpTimeSync } = require('ntp-time-sync')
const sntp = require('@hapi/sntp')

const seconds = (Date.UTC(2036, 2, 1) / 1000 + 2_208_988_800) % 2 ** 32
const server = createSocket('udp4').on('message', (request, { port, address }) => {
  const answer = Buffer.alloc(48)
  answer.set([0x24, 1, 6, 0xec])
  answer.write('GPS', 12)
  request.copy(answer, 24, 40, 48)
  for (const at of [16, 32, 40]) answer.writeUInt32BE(seconds, at)
  server.send(answer, port, address)
})
server.bind(0, '127.0.0.1', async () => {
  const { port } = server.address()
  const first = await new Promise((resolve) => ntpClient.getNetworkTime('127.0.0.1', port, (_, date) => resolve(date)))
  const options = { servers: [`127.0.0.1:${port}`], sampleCount: 1 }
  const { now } = await NtpTimeSync.getInstance(options).getTime()
  const { receiveTimestamp } = await sntp.time({ host: '127.0.0.1', port })
  console.log([first, now, new Date(receiveTimestamp)].map((date) => date.getUTCFullYear()).join(' '))
  process.exit()
})
JS
output=$(node try.cjs)
echo "$output"
[[ "$output" == '1900 1900 1900' ]] || { echo 'changed'; exit 1; }
