/** The pure parts of the operation page: what is in the way of a restart, what a restore keeps, and where the box is found afterwards. */
import { issuesOf } from '@parking/contract/core/envelope.ts'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  configOf,
  formOf,
  keeps,
  keepSchema,
  urlAfter,
  type RestoreConfig,
} from '#src/pages/system/operation/kept-items.ts'
import { blockOf, remarksOf, type Preflight } from '#src/pages/system/operation/preflight.ts'

const calm: Preflight = {
  waiting: 0,
  updating: false,
  trial: false,
  app_running: true,
  others: [],
  last_took_s: null,
}

describe('before a restart', () => {
  test('a calm box: all is well, and nothing is in the way', () => {
    expect(remarksOf(calm).map(({ kind, tone }) => [kind, tone])).toEqual([
      ['others_none', 'ok'],
      ['app_running', 'ok'],
      ['waiting_none', 'ok'],
      ['nothing_runs', 'ok'],
      ['took_none', 'ok'],
    ])
    expect(blockOf(calm)).toBeUndefined()
  })
  test('what is in the way stands first, and names itself', () => {
    const busy = {
      ...calm,
      updating: true,
      trial: true,
      others: ['a', 'b'],
      waiting: 3,
      last_took_s: 41,
      app_running: false,
    }
    expect(remarksOf(busy)).toEqual([
      { kind: 'updating', tone: 'bad' },
      { kind: 'trial', tone: 'bad' },
      { kind: 'others', tone: 'warn', names: ['a', 'b'] },
      { kind: 'app_stopped', tone: 'ok' },
      { kind: 'waiting', tone: 'ok', n: 3 },
      { kind: 'took', tone: 'ok', seconds: 41 },
    ])
    expect(blockOf(busy)).toBe('updating')
    expect(blockOf({ ...calm, trial: true })).toBe('trial')
  })
  test('a device that cannot say is not in the way', () => expect(blockOf(undefined)).toBeUndefined())
})

describe('what a restore keeps', () => {
  const config: RestoreConfig = {
    ipv4: '192.168.1.100',
    netmask: '255.255.255.0',
    gateway: '192.168.1.1',
    keep: ['users', 'events'],
  }

  test('the form and the wire say the same, there and back', () => {
    expect(formOf(config)).toMatchObject({
      ipv4: '192.168.1.100',
      network: false,
      users: true,
      cameras: false,
      params: false,
      events: true,
    })
    expect(configOf(formOf(config))).toEqual(config)
    expect(configOf(formOf({ ...config, keep: [...keeps].reverse() })).keep).toEqual(keeps)
  })

  const issues = (form: Partial<ReturnType<typeof formOf>>, loopback = false) => {
    const value = { ...formOf(config), ...form }
    const result = z.safeParse(keepSchema(loopback), value)
    return result.success ? [] : issuesOf(result.error, value).map(({ field, issue }) => `${field} ${issue}`)
  }
  test('an address that does not fit together is told on its field', () => {
    expect(issues({})).toEqual([])
    expect(issues({ gateway: '192.168.2.1' })).toEqual(['gateway gateway_outside'])
    expect(issues({ ipv4: '192.168.1.255' })).toEqual(['ipv4 address_of_broadcast'])
    expect(issues({ gateway: '192.168.1.100' })).toEqual(['gateway gateway_is_address'])
    expect(issues({ ipv4: '127.77.0.11', gateway: '127.77.0.1' })).toContain('ipv4 address_not_usable')
    expect(issues({ ipv4: '127.77.0.11', gateway: '127.77.0.1' }, true)).toEqual([])
    expect(issues({ netmask: '255.0.255.0' })).toContain('netmask netmask')
  })
  test('it is not looked at where the network stays', () =>
    expect(issues({ network: true, gateway: '192.168.2.1' })).toEqual([]))

  test('the console is found at the same port of the new address, or where it is', () => {
    const here = { protocol: 'http:', hostname: '10.0.0.5', port: '8080' }
    expect(urlAfter(config, here)).toBe('http://192.168.1.100:8080')
    expect(urlAfter(config, { ...here, port: '' })).toBe('http://192.168.1.100')
    expect(urlAfter(config, { ...here, hostname: '192.168.1.100' })).toBe('')
    expect(urlAfter({ ...config, keep: ['network'] }, here)).toBe('')
  })
})
