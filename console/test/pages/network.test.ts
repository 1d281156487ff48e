/** The pure parts of the network page: netmasks, the phase of a trial, differences, sizes. */
import { describe, expect, test } from 'vitest'
import { bytesText } from '#src/lib/bytes.ts'
import { maskOf, splitCidr, prefixOf, hostsIn } from '#src/pages/device/netwrok/ipv4/netmask.ts'
import { differencesOf } from '#src/pages/device/netwrok/review/differences.ts'
import {
  losesOrigin,
  phaseOf,
  type Phase,
  type TrialView,
} from '#src/pages/device/netwrok/trial/trial-phase.ts'
import { confirmLink } from '#src/stores/trial-token.ts'

describe('netmasks', () => {
  test.for([
    ['/24', '255.255.255.0'],
    ['24', '255.255.255.0'],
    [' / 8 ', '255.0.0.0'],
    ['／３０', '255.255.255.252'],
    ['1', '128.0.0.0'],
    ['/31', '255.255.255.254'],
  ] as const)('%s is %s', ([typed, mask]) => {
    expect(maskOf(typed)).toBe(mask)
  })

  test.for(['', '/0', '/32', '/33', '255.255.255.0', '/24x', '-1', '/2.5'])(
    '"%s" is not a prefix',
    (typed) => {
      expect(maskOf(typed)).toBeUndefined()
    },
  )

  test('every prefix converts to a netmask and back', () => {
    for (let prefix = 1; prefix <= 31; prefix++) expect(prefixOf(maskOf(`/${prefix}`) ?? '')).toBe(prefix)
    expect(prefixOf('255.0.255.0')).toBeUndefined()
    expect(prefixOf('nonsense')).toBeUndefined()
  })

  test('an address with a prefix or netmask is split', () => {
    expect(splitCidr('192.168.1.10/24')).toEqual({ ipv4: '192.168.1.10', netmask: '255.255.255.0' })
    expect(splitCidr(' 10.0.0.5/255.255.0.0 ')).toEqual({ ipv4: '10.0.0.5', netmask: '255.255.0.0' })
    for (const text of [
      '192.168.1.10',
      '192.168.1.10/',
      '192.168.1.10/33',
      '192.168.1.300/24',
      '192.168.1.10/24/1',
      '/24',
    ])
      expect(splitCidr(text)).toBeUndefined()
  })

  test('the prefix gives the number of hosts of a subnet', () => {
    expect([8, 24, 30, 31].map(hostsIn)).toEqual([16_777_214, 254, 2, 2])
  })
})

const trial: TrialView['trial'] = {
  id: 't',
  kind: 'ipv4',
  state: 'running',
  reason: '',
  detail: '',
  left_s: 60,
  total_s: 60,
  by: 'admin',
  own: true,
  begun_ms: 0,
  before: { ipv4: '192.0.2.10' },
  after: { ipv4: '192.0.2.20' },
  old_url: 'http://192.0.2.10:8080',
  new_url: 'http://192.0.2.20:8080',
}
const at_old = {
  trial,
  left: 30,
  link: 'up',
  token: true,
  old: 'up',
  new: 'down',
  origin: trial.old_url,
} satisfies TrialView

describe('the phase of a trial', () => {
  test.for<[string, Partial<TrialView>, Phase]>([
    ['started, the old address still answers', {}, 'switching'],
    ['the old address no longer answers', { link: 'down', old: 'down' }, 'old_address_gone'],
    [
      'the old address no longer answers, the new one does',
      { link: 'down', old: 'down', new: 'up' },
      'old_address_gone',
    ],
    ['the time is up', { link: 'down', old: 'down', left: -1 }, 'rolling_back'],
    [
      'the old address answers again, the page has no answer yet',
      { link: 'down', old: 'up', left: -20 },
      'rolling_back',
    ],
    [
      'long after the time only the new one answers',
      { link: 'down', old: 'down', new: 'up', left: -20 },
      'kept_at_new_address',
    ],
    [
      'long after the time neither answers',
      { link: 'down', old: 'down', new: 'down', left: -20 },
      'unreachable',
    ],
    ['at the new address, with the token', { origin: trial.new_url }, 'confirmable'],
    ['at the new address, without the token', { origin: trial.new_url, token: false }, 'other_window'],
    ['at an address that the change does not affect', { origin: 'http://127.0.0.1:8080' }, 'confirmable'],
    [
      'at an unaffected address, no answer after the time',
      { origin: 'http://127.0.0.1:8080', link: 'down', left: -3 },
      'rolling_back',
    ],
  ])('%s', ([, change, phase]) => {
    expect(phaseOf({ ...at_old, ...change })).toBe(phase)
  })

  test('a change of name servers or of the netmask keeps the address', () => {
    expect(losesOrigin({ old_url: '', new_url: '' }, 'http://192.0.2.10:8080')).toBe(false)
    expect(
      losesOrigin(
        { old_url: 'http://192.0.2.10:8080', new_url: 'http://192.0.2.10:8080' },
        'http://192.0.2.10:8080',
      ),
    ).toBe(false)
    expect(
      losesOrigin({ old_url: 'http://192.0.2.10', new_url: 'http://192.0.2.20' }, 'http://192.0.2.10'),
    ).toBe(true)
  })
})

test('old and new values are compared field by field', () => {
  expect(differencesOf({ ipv4: 'a', netmask: 'm' }, { ipv4: 'b', netmask: 'm', extra: 'x' })).toEqual([
    { name: 'ipv4', before: 'a', after: 'b', changed: true },
    { name: 'netmask', before: 'm', after: 'm', changed: false },
    { name: 'extra', before: '', after: 'x', changed: true },
  ])
})

test('the token is in the fragment, which browsers do not send', () => {
  const link = new URL(confirmLink('http://192.0.2.20:8080', 'ab+/='))
  expect(link.pathname + link.search).toBe('/device/netwrok')
  expect(decodeURIComponent(link.hash)).toBe('#confirm=ab+/=')
  expect(confirmLink('http://192.0.2.20:8080', undefined)).toBe('http://192.0.2.20:8080/device/netwrok')
})

test('bytes are shown in steps of 1024 with at most three digits', () => {
  expect([0, 1, 1023, 1024, 1536, 65_536, 123_456_789, 5e12].map(bytesText)).toEqual([
    '0 B',
    '1 B',
    '1 KB',
    '1 KB',
    '1.5 KB',
    '64 KB',
    '118 MB',
    '4.5 TB',
  ])
})
