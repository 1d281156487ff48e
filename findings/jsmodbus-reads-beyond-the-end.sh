#!/usr/bin/env bash
# jsmodbus 5.0.0: its server answers a read beyond the last input of a relay with fewer bytes or with zeros, where
# the MODBUS Application Protocol (V1.1b3, sections 6.1 to 6.4) has exception 02, illegal data address. Its client
# takes the short answer for a success: four registers were asked for and two are given, or none; the inputs 9 to 12
# of a relay of eight are "off", although it has none. By modbus-serial 8.0.25 the same answer for registers is an
# error of length.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts jsmodbus@5.0.0 modbus-serial@8.0.25
cat > try.cjs <<'JS'
const { once } = require('node:events')
const { createServer, Socket } = require('node:net')
const { client, server } = require('jsmodbus')
const ModbusRTU = require('modbus-serial')

const registers = Buffer.from('0064006500660067', 'hex')
const listening = createServer()
new server.TCP(listening, { coils: Buffer.from([0xff]), holding: registers, input: registers })
const said = (answer) => answer.then((text) => text, (error) => error.message ?? error.err)
listening.listen(0, '127.0.0.1', async () => {
  const { port } = listening.address()
  const socket = new Socket()
  const own = new client.TCP(socket, 1, 2000)
  await once(socket.connect(port, '127.0.0.1'), 'connect')
  const other = new ModbusRTU()
  await other.connectTCP('127.0.0.1', { port })
  other.setID(1)
  const values = async (call, start, count) => {
    const mine = own[call](start, count).then(({ response }) => `[${response.body.valuesAsArray}]`)
    const second = call === 'readCoils' ? other.readCoils(start, count) : other.readHoldingRegisters(start, count)
    const theirs = second.then(({ data }) => `[${data.map(Number)}]`)
    console.log(`${call} ${count} from ${start}: ${await said(mine)}; modbus-serial ${await said(theirs)}`)
  }
  await values('readHoldingRegisters', 0, 4)
  await values('readHoldingRegisters', 2, 4)
  await values('readHoldingRegisters', 400, 1)
  await values('readCoils', 0, 8)
  await values('readCoils', 4, 8)
  await values('readCoils', 800, 2)
  process.exit()
})
JS
output=$(node try.cjs)
echo "$output"
expected='readHoldingRegisters 4 from 0: [100,101,102,103]; modbus-serial [100,101,102,103]
readHoldingRegisters 4 from 2: [102,103]; modbus-serial Data length error, expected 13 got 9
readHoldingRegisters 1 from 400: []; modbus-serial Data length error, expected 7 got 5
readCoils 8 from 0: [1,1,1,1,1,1,1,1]; modbus-serial [1,1,1,1,1,1,1,1]
readCoils 8 from 4: [1,1,1,1,0,0,0,0]; modbus-serial [1,1,1,1,0,0,0,0]
readCoils 2 from 800: []; modbus-serial Data length error, expected 6 got 5'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
