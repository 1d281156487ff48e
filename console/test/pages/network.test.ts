/** The pure parts of the network page: masks as people write them, where a trial stands, what differs, amounts. */
import { describe, expect, test } from 'vitest'
import { amount } from '#src/pages/device/netwrok/amount.ts'
import { maskFrom, partCidr, prefixOf, roomIn } from '#src/pages/device/netwrok/mask.ts'
import { phaseOf, rowsOf, takesAway, type Phase, type Seen } from '#src/pages/device/netwrok/phase.ts'
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
    expect(maskFrom(typed)).toBe(mask)
  })

  test.for(['', '/0', '/32', '/33', '255.255.255.0', '/24x', '-1', '/2.5'])(
    '"%s" is no prefix: it stays as it was typed',
    (typed) => {
      expect(maskFrom(typed)).toBeUndefined()
    },
  )

  test('back again, for every prefix', () => {
    for (let prefix = 1; prefix <= 31; prefix++) expect(prefixOf(maskFrom(`/${prefix}`) ?? '')).toBe(prefix)
    expect(prefixOf('255.0.255.0')).toBeUndefined()
    expect(prefixOf('nonsense')).toBeUndefined()
  })

  test('an address with its prefix or mask behind it is parted', () => {
    expect(partCidr('192.168.1.10/24')).toEqual({ ipv4: '192.168.1.10', netmask: '255.255.255.0' })
    expect(partCidr(' 10.0.0.5/255.255.0.0 ')).toEqual({ ipv4: '10.0.0.5', netmask: '255.255.0.0' })
    for (const text of [
      '192.168.1.10',
      '192.168.1.10/',
      '192.168.1.10/33',
      '192.168.1.300/24',
      '192.168.1.10/24/1',
      '/24',
    ])
      expect(partCidr(text)).toBeUndefined()
  })

  test('how many have room', () => {
    expect([8, 24, 30, 31].map(roomIn)).toEqual([16_777_214, 254, 2, 2])
  })
})

const trial: Seen['trial'] = {
  id: 't',
  kind: 'ipv4',
  state: 'running',
  reason: '',
  detail: '',
  left_s: 60,
  total_s: 60,
  by: 'admin',
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
} satisfies Seen

describe('where a trial stands', () => {
  test.for<[string, Partial<Seen>, Phase]>([
    ['begun, the old address still answers', {}, 'leaving'],
    ['the old address is gone', { link: 'down', old: 'down' }, 'moved'],
    ['and the new one answers', { link: 'down', old: 'down', new: 'up' }, 'moved'],
    ['the time is up', { link: 'down', old: 'down', left: -1 }, 'returning'],
    [
      'the old address answers again, the page has not heard yet',
      { link: 'down', old: 'up', left: -20 },
      'returning',
    ],
    [
      'long after the time only the new one answers',
      { link: 'down', old: 'down', new: 'up', left: -20 },
      'kept_there',
    ],
    ['long after the time nobody answers', { link: 'down', old: 'down', new: 'down', left: -20 }, 'lost'],
    ['at the new address, with the token', { origin: trial.new_url }, 'keep'],
    ['at the new address, without it', { origin: trial.new_url, token: false }, 'elsewhere'],
    ['at an address that the change does not touch', { origin: 'http://127.0.0.1:8080' }, 'keep'],
    [
      'there, and the device is gone after its time',
      { origin: 'http://127.0.0.1:8080', link: 'down', left: -3 },
      'returning',
    ],
  ])('%s', ([, change, phase]) => {
    expect(phaseOf({ ...at_old, ...change })).toBe(phase)
  })

  test('name servers take no address away, nor does another mask', () => {
    expect(takesAway({ old_url: '', new_url: '' }, 'http://192.0.2.10:8080')).toBe(false)
    expect(
      takesAway(
        { old_url: 'http://192.0.2.10:8080', new_url: 'http://192.0.2.10:8080' },
        'http://192.0.2.10:8080',
      ),
    ).toBe(false)
    expect(
      takesAway({ old_url: 'http://192.0.2.10', new_url: 'http://192.0.2.20' }, 'http://192.0.2.10'),
    ).toBe(true)
  })
})

test('old and new, field by field', () => {
  expect(rowsOf({ ipv4: 'a', netmask: 'm' }, { ipv4: 'b', netmask: 'm', extra: 'x' })).toEqual([
    { name: 'ipv4', before: 'a', after: 'b', changed: true },
    { name: 'netmask', before: 'm', after: 'm', changed: false },
    { name: 'extra', before: '', after: 'x', changed: true },
  ])
})

test('the token travels in the fragment, which is sent to nobody', () => {
  const link = new URL(confirmLink('http://192.0.2.20:8080', 'ab+/='))
  expect(link.pathname + link.search).toBe('/device/netwrok')
  expect(decodeURIComponent(link.hash)).toBe('#confirm=ab+/=')
  expect(confirmLink('http://192.0.2.20:8080', undefined)).toBe('http://192.0.2.20:8080/device/netwrok')
})

test('amounts', () => {
  expect([0, 1, 1023, 1024, 1536, 65_536, 123_456_789, 5e12].map(amount)).toEqual([
    '0 B',
    '1 B',
    '1023 B',
    '1 KB',
    '1.5 KB',
    '64 KB',
    '118 MB',
    '4.5 TB',
  ])
})
