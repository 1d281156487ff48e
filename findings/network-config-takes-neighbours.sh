#!/usr/bin/env bash
# network-config 3.0.0: to set one interface it rewrites /etc/network/interfaces and drops each block of lines in
# which the name occurs anywhere: for eth0 also the VLAN eth0.20 and the bridge that has eth0 for a port. It parts
# blocks by empty lines alone, while by interfaces(5) a stanza begins with its first word: in a file without empty
# lines, lo goes too, and `source`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts network-config@3.0.0
cat > spaced <<'FILE'
source /etc/network/interfaces.d/*

auto lo
iface lo inet loopback

auto eth0
iface eth0 inet dhcp

auto eth0.20
iface eth0.20 inet static
    address 192.168.20.1/24

auto br0
iface br0 inet manual
    bridge_ports eth0 eth2

auto eth1
iface eth1 inet static
    address 192.168.1.10/24
FILE
grep -v '^$' spaced > dense
cat > try.cjs <<'JS'
const { readFileSync } = require('node:fs')
const { promisify } = require('node:util')
const { configure } = require('network-config')
const kept = (file) => [...readFileSync(file, 'utf8').matchAll(/^(?:iface (\S+)|(source))/gm)].map((m) => m[1] ?? m[2])
void (async () => {
  for (const file of ['spaced', 'dense']) {
    const before = kept(file)
    configure.FILE = file
    await promisify(configure)('eth0', { ip: '10.0.0.2', netmask: '255.255.255.0', restart: false })
    console.log(`${file}: ${before.join(' ')} becomes ${kept(file).join(' ')}`)
  }
})()
JS
output=$(node try.cjs)
echo "$output"
expected='spaced: source lo eth0 eth0.20 br0 eth1 becomes source lo eth1 eth0
dense: source lo eth0 eth0.20 br0 eth1 becomes eth0'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
