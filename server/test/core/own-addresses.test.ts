/** The device's own addresses, also those of an interface without a cable, where Linux answers as well. */
import { spawnSync } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { interfaceAddresses, localRoutes, ownAddresses } from '#src/core/outbound/own-addresses.ts'
import { root } from '../debian.ts'

const fib_trie = `Local:
  +-- 0.0.0.0/0 3 0 5
     |-- 0.0.0.0
        /0 universe UNICAST
     +-- 127.0.0.0/31 1 0 0
        |-- 127.0.0.0
           /8 host LOCAL
     +-- 192.168.7.0/24 2 0 2
        |-- 192.168.7.0
           /24 link UNICAST
        |-- 192.168.7.9
           /32 host LOCAL
        |-- 192.168.7.255
           /32 link BROADCAST
           /24 link UNICAST
`

test("the kernel's tables name own addresses and broadcasts, not the networks that they lead to", () => {
  expect(localRoutes(fib_trie)).toEqual([
    ['127.0.0.0', 8],
    ['192.168.7.9', 32],
    ['192.168.7.255', 32],
  ])
  expect(localRoutes('')).toEqual([])
  expect(interfaceAddresses('fd120000000000000000000000000005 02 40 00 82 br0\nnonsense\n')).toEqual([
    'fd12:0000:0000:0000:0000:0000:0000:0005',
  ])
})

test('every address that the system lists is an own one, and a neighbour is none', () => {
  const own = ownAddresses()
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((found) => found ?? []))
    expect([address, own.check(address, family === 'IPv6' ? 'ipv6' : 'ipv4')]).toEqual([address, true])
  expect(own.check('203.0.113.77', 'ipv4')).toBe(false)
  expect(own.check('2001:db8::77', 'ipv6')).toBe(false)
})

/** In a network of its own: a bridge, a cable without its other end, and an interface that is down. */
const setup = `set -e
ip link set lo up
ip link add v0 type veth peer name v1; ip addr add 10.9.9.1/24 brd + dev v0; ip link set v0 up
ip -6 addr add fd12::9/64 dev v0 nodad
ip link add v2 type veth peer name v3; ip addr add 10.8.8.1/24 dev v2
exec "$0" --input-type=module -e "$1"`
const program = `
const { ownAddresses } = await import(${JSON.stringify(`${root}/server/src/core/outbound/own-addresses.ts`)})
const { networkInterfaces } = await import('node:os')
const own = ownAddresses()
const check = (address, kind) => own.check(address, kind)
console.log(JSON.stringify({
  listed: Object.keys(networkInterfaces()),
  plugged_out: check('10.9.9.1', 'ipv4'), mapped: check('::ffff:10.9.9.1', 'ipv6'),
  ipv6: check('fd12::9', 'ipv6'), down: check('10.8.8.1', 'ipv4'),
  broadcast: check('10.9.9.255', 'ipv4'), neighbour: check('10.9.9.2', 'ipv4'),
}))`
const args = ['-rn', 'sh', '-c', setup, process.execPath, program]
const may = spawnSync('unshare', ['-rn', 'sh', '-c', 'ip link show lo'], { encoding: 'utf8' })

test.skipIf(may.status !== 0)('an interface without a cable or one that is down is the device too', () => {
  const { stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual({
    listed: ['lo'],
    plugged_out: true,
    mapped: true,
    ipv6: true,
    down: true,
    broadcast: true,
    neighbour: false,
  })
})
