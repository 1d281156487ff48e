/** The rules of an address, its mask and its gateway (spec §3 "Network"). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dnsSettingsIssues,
  ipv4Number,
  ipv4SettingsIssues,
  ipv4Text,
  netmaskOfPrefix,
  prefixOfNetmask,
  sameSubnet,
} from '../src/device/ipv4-rules.ts'
import { isIpv4, isNetmask } from '../src/core/rules.ts'

const issuesOf = (ipv4: string, netmask: string, gateway: string, allow_loopback = false) =>
  Object.fromEntries(
    ipv4SettingsIssues({ ipv4, netmask, gateway }, { allow_loopback }).map(({ field, issue }) => [
      field,
      issue,
    ]),
  )

test.each([
  ['192.0.2.10', '255.255.255.0', '192.0.2.1', {}],
  ['10.1.2.3', '255.0.0.0', '10.200.0.1', {}],
  ['192.0.2.10', '255.255.255.254', '192.0.2.11', {}],
  ['192.0.2.0', '255.255.255.254', '192.0.2.1', {}],
  ['192.0.2.10', '255.255.0.255', '192.0.2.1', { netmask: 'netmask' }],
  ['192.0.2.10', '0.0.0.0', '192.0.2.1', { netmask: 'netmask' }],
  ['192.0.2.10', '255.255.255.255', '192.0.2.10', { netmask: 'netmask', gateway: 'gateway_is_address' }],
  ['192.0.2.256', '255.255.255.0', '192.0.2', { ipv4: 'ipv4', gateway: 'ipv4' }],
  ['192.0.2.10', '255.255.255.0', '192.0.3.1', { gateway: 'gateway_outside' }],
  ['192.0.2.10', '255.255.255.248', '192.0.2.7', { gateway: 'gateway_outside' }],
  ['192.0.2.10', '255.255.255.0', '192.0.2.10', { gateway: 'gateway_is_address' }],
  ['192.0.2.0', '255.255.255.0', '192.0.2.1', { ipv4: 'address_of_network' }],
  ['192.0.2.255', '255.255.255.0', '192.0.2.1', { ipv4: 'address_of_broadcast' }],
  ['192.0.3.255', '255.255.254.0', '192.0.2.1', { ipv4: 'address_of_broadcast' }],
  ['192.0.2.255', '255.255.252.0', '192.0.2.1', {}],
  ['192.0.2.10', '255.255.255.0', '192.0.2.0', { gateway: 'address_of_network' }],
  ['192.0.2.10', '255.255.255.0', '192.0.2.255', { gateway: 'address_of_broadcast' }],
  ['0.0.0.0', '255.255.255.0', '0.0.0.1', { ipv4: 'address_not_usable', gateway: 'address_not_usable' }],
  [
    '169.254.7.7',
    '255.255.0.0',
    '169.254.0.1',
    { ipv4: 'address_not_usable', gateway: 'address_not_usable' },
  ],
  ['224.0.0.5', '255.255.255.0', '240.0.0.1', { ipv4: 'address_not_usable', gateway: 'address_not_usable' }],
  [
    '127.77.0.10',
    '255.255.255.0',
    '127.77.0.1',
    { ipv4: 'address_not_usable', gateway: 'address_not_usable' },
  ],
])('%s %s %s', (ipv4, netmask, gateway, wanted) => expect(issuesOf(ipv4, netmask, gateway)).toEqual(wanted))

test('the simulated street may use loopback', () =>
  expect(issuesOf('127.77.0.10', '255.255.255.0', '127.77.0.1', true)).toEqual({}))

describe('for any input', () => {
  const number = fc.nat({ max: 2 ** 32 - 1 })
  const prefix = fc.integer({ min: 1, max: 31 })

  test('numbers and prefixes convert to text and back', () => {
    fc.assert(
      fc.property(number, prefix, (value, bits) => {
        expect(ipv4Number(ipv4Text(value))).toBe(value)
        expect(isIpv4(ipv4Text(value))).toBe(true)
        expect(isNetmask(netmaskOfPrefix(bits))).toBe(true)
        expect(prefixOfNetmask(netmaskOfPrefix(bits))).toBe(bits)
      }),
    )
  })

  test('a valid address is a host of its subnet and can reach its gateway', () => {
    // Half of the gateways are close, so that many inputs are valid.
    const settings = fc.tuple(number, prefix, number, fc.boolean()).map(([address, bits, other, near]) => {
      const size = 2 ** (32 - bits)
      const gateway = near ? Math.floor(address / size) * size + (other % size) : other
      return { ipv4: ipv4Text(address), netmask: netmaskOfPrefix(bits), gateway: ipv4Text(gateway), bits }
    })
    let passed = 0
    fc.assert(
      fc.property(settings, ({ ipv4, netmask, gateway, bits }) => {
        if (ipv4SettingsIssues({ ipv4, netmask, gateway }).length > 0) return
        passed++
        expect(sameSubnet(ipv4, gateway, netmask)).toBe(true)
        expect(ipv4).not.toBe(gateway)
        const size = 2 ** (32 - bits)
        for (const address of [ipv4, gateway]) {
          expect(/^(0|127|22[4-9]|2[3-5]\d)\./.test(address)).toBe(false)
          if (bits < 31) expect([0, size - 1]).not.toContain(ipv4Number(address) % size)
        }
      }),
      { numRuns: 2000 },
    )
    expect(passed).toBeGreaterThan(100)
  })

  test('it never throws, and reports at most one issue for each field', () => {
    const text = fc.oneof(fc.string(), fc.ipV4(), fc.constantFrom('', '255.255.255.0', '1.2.3', '::1'))
    fc.assert(
      fc.property(text, text, text, fc.boolean(), (ipv4, netmask, gateway, allow_loopback) => {
        const issues = ipv4SettingsIssues({ ipv4, netmask, gateway }, { allow_loopback })
        expect(new Set(issues.map(({ field }) => field)).size).toBe(issues.length)
      }),
    )
  })
})

test.each([
  ['192.0.2.53', '', []],
  ['127.0.0.53', '192.0.2.53', []],
  ['192.0.2.53', '192.0.2.53', [{ field: 'dns_sub', issue: 'duplicate' }]],
  ['', '', [{ field: 'dns_main', issue: 'ipv4' }]],
  [
    '0.0.0.0',
    '224.0.0.1',
    [
      { field: 'dns_main', issue: 'address_not_usable' },
      { field: 'dns_sub', issue: 'address_not_usable' },
    ],
  ],
])('name servers %s and %s', (dns_main, dns_sub, wanted) =>
  expect(dnsSettingsIssues({ dns_main, dns_sub })).toEqual(wanted),
)
