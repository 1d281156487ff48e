/**
 * The pure parts of the operation page: blockers of a restart, kept items of a restore, and the address
 * afterwards.
 */
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

const idle: Preflight = {
  waiting: 0,
  updating: false,
  trial: false,
  app_running: true,
  others: [],
  broken_rules: [],
  last_took_s: null,
}

describe('before a restart', () => {
  test('an idle device: no warnings and no blockers', () => {
    expect(remarksOf(idle).map(({ kind, tone }) => [kind, tone])).toEqual([
      ['others_none', 'ok'],
      ['app_running', 'ok'],
      ['waiting_none', 'ok'],
      ['nothing_runs', 'ok'],
      ['took_none', 'ok'],
    ])
    expect(blockOf(idle)).toBeUndefined()
  })
  test('blockers come first and are named', () => {
    const busy = {
      ...idle,
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
    expect(blockOf({ ...idle, trial: true })).toBe('trial')
  })
  test('an unknown state does not block', () => expect(blockOf(undefined)).toBeUndefined())
})

describe('the items that a restore keeps', () => {
  const config: RestoreConfig = {
    ipv4: '192.168.1.100',
    netmask: '255.255.255.0',
    gateway: '192.168.1.1',
    keep: ['users', 'events'],
  }

  test('the conversion to the form and back keeps the data', () => {
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
  test('an inconsistent address is reported at its field', () => {
    expect(issues({})).toEqual([])
    expect(issues({ gateway: '192.168.2.1' })).toEqual(['gateway gateway_outside'])
    expect(issues({ ipv4: '192.168.1.255' })).toEqual(['ipv4 address_of_broadcast'])
    expect(issues({ gateway: '192.168.1.100' })).toEqual(['gateway gateway_is_address'])
    expect(issues({ ipv4: '127.77.0.11', gateway: '127.77.0.1' })).toContain('ipv4 address_not_usable')
    expect(issues({ ipv4: '127.77.0.11', gateway: '127.77.0.1' }, true)).toEqual([])
    expect(issues({ netmask: '255.0.255.0' })).toContain('netmask netmask')
  })
  test('the address is ignored if the network is kept', () =>
    expect(issues({ network: true, gateway: '192.168.2.1' })).toEqual([]))

  test('the console keeps its port at the new address; without a new address it stays', () => {
    const here = { protocol: 'http:', hostname: '10.0.0.5', port: '8080' }
    expect(urlAfter(config, here)).toBe('http://192.168.1.100:8080')
    expect(urlAfter(config, { ...here, port: '' })).toBe('http://192.168.1.100')
    expect(urlAfter(config, { ...here, hostname: '192.168.1.100' })).toBe('')
    expect(urlAfter({ ...config, keep: ['network'] }, here)).toBe('')
  })
})
