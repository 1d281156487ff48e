#!/usr/bin/env bash
# ntp-client 0.5.3, ntp-time 2.1.1 and @hapi/sntp 4.0.0 take the time of a server that says it has none. A recorder
# or router after a power cut, before it reached its own source, answers with leap indicator 3 (RFC 5905, figure 9:
# clock unsynchronized) and stratum 0 or 16. By fit() of its appendix A such a server is not fit; RFC 4330 (section 5)
# discards stratum 0. ntp-time also shows 0 as 2; @hapi/sntp refuses 16 but not 0. ntp-time-sync 0.5.0 refuses both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ntp-client@0.5.3 ntp-time@2.1.1 @hapi/sntp@4.0.0 \
  ntp-time-sync@0.5.0
cat > try.cjs <<'JS'
const { createSocket } = require('node:dgram')
const sntp = require('@hapi/sntp')
const ntpClient = require('ntp-client')
const { Client } = require('ntp-time')
const { NtpTimeSync } = require('ntp-time-sync')

const seconds = Date.UTC(2000, 0, 1) / 1000 + 2_208_988_800
let stratum
const server = createSocket('udp4').on('message', (request, { port, address }) => {
  const answer = Buffer.alloc(48)
  answer.set([0b11_100_100, stratum, 6, 0xec])
  answer.write('INIT', 12)
  request.copy(answer, 24, 40, 48)
  for (const at of [32, 40]) answer.writeUInt32BE(seconds, at)
  server.send(answer, port, address)
})
const year = (time) => String(new Date(time).getUTCFullYear())
server.bind(0, '127.0.0.1', async () => {
  const { port } = server.address()
  const sync = { servers: [`127.0.0.1:${port}`], sampleCount: 1, replyTimeout: 1000 }
  const clients = {
    'ntp-client': () =>
      new Promise((done, failed) =>
        ntpClient.getNetworkTime('127.0.0.1', port, (error, date) => (error ? failed(error) : done(year(date)))),
      ),
    'ntp-time': async () => {
      const answer = await new Client('127.0.0.1', port).syncTime()
      return `${year(answer.time)} (stratum ${answer.stratum})`
    },
    '@hapi/sntp': async () => year((await sntp.time({ host: '127.0.0.1', port })).receiveTimestamp),
    'ntp-time-sync': async () => year((await NtpTimeSync.getInstance(sync).getTime()).now),
  }
  for (stratum of [0, 16]) {
    const said = Object.entries(clients).map(async ([name, ask]) => `${name} ${await ask().catch(() => 'refuses')}`)
    console.log(`stratum ${stratum}: ${(await Promise.all(said)).join(', ')}`)
  }
  process.exit()
})
JS
output=$(node try.cjs)
echo "$output"
expected='stratum 0: ntp-client 2000, ntp-time 2000 (stratum 2), @hapi/sntp 2000, ntp-time-sync refuses
stratum 16: ntp-client 2000, ntp-time 2000 (stratum 16), @hapi/sntp refuses, ntp-time-sync refuses'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
