#!/usr/bin/env bash
# wireguard-tools.js 1.8.1: its reader of wg-quick files drops the last line of each section that has another behind
# it, and PersistentKeepalive wherever it stands; wg(8) asks for no order of the keys. So the port or the
# address of the interface and the allowed networks of a peer are lost without an error, and the tunnel routes nothing
# to that peer. A keepalive is lost even when the library reads its own output.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts wireguard-tools.js@1.8.1
cat > try.mjs <<'JS'
import { wgQuick } from 'wireguard-tools.js'
const key = (letter) => `${letter.repeat(42)}8=`
const peer = (letter, network) => `[Peer]
PublicKey = ${key(letter)}
Endpoint = vpn.example:51820
PersistentKeepalive = 25
AllowedIPs = ${network}
`
const file = `[Interface]
PrivateKey = ${key('A')}
Address = 10.8.0.2/24
ListenPort = 51820

${peer('B', '10.8.0.0/24')}
${peer('C', '10.9.0.0/24')}`
const shown = ({ Address, portListen, peers }) => {
  const each = Object.entries(peers).map(
    ([name, { allowedIPs, keepInterval }]) => `${name[0]} ${allowedIPs ?? 'no network'}, keepalive ${keepInterval}`,
  )
  return `${Address}, port ${portListen}; ${each.join('; ')}`
}
console.log(shown(wgQuick.parse(file)))
const peers = { [key('B')]: { allowedIPs: ['10.8.0.0/24'], keepInterval: 25 } }
const written = wgQuick.stringify({ privateKey: key('A'), Address: ['10.8.0.2/24'], portListen: 51820, peers })
console.log(/PersistentKeepalive = 25/.test(written), shown(wgQuick.parse(written)))
JS
output=$(node try.mjs)
echo "$output"
expected='10.8.0.2/24, port undefined; B no network, keepalive undefined; C 10.9.0.0/24, keepalive undefined
true 10.8.0.2/24, port 51820; B 10.8.0.0/24, keepalive undefined'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
