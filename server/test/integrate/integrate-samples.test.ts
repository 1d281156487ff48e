/** The payloads and test vectors of docs/integrate match what the programs exchange. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '@parking/contract'
import {
  heartbeatFault,
  initFault,
  lotStatesFault,
  readEvent,
  signOf,
} from '@parking/sim/peers/platform/checks.ts'
import { expect, test } from 'vitest'
import { message, reported_event } from '#src/analysis/messages.ts'
import { root } from '../debian.ts'

type Json = Record<string, unknown>
const pageOf = (name: string) => readFileSync(join(root, 'docs/integrate', `${name}.md`), 'utf8')

/** The JSON block after the comment that names it. */
function sample(page: string, name: string): Json {
  const [, json] =
    new RegExp(`<!-- sample ${name} -->\\s+\`\`\`json\\n([\\s\\S]*?)\`\`\``).exec(pageOf(page)) ?? []
  if (json === undefined) throw new Error(`${page}.md has no sample "${name}"`)
  return JSON.parse(json) as Json
}
const namesIn = (page: string) =>
  [...pageOf(page).matchAll(/<!-- sample ([\w-]+) -->/g)].map(([, name]) => name)

test('the signature of the sign-in and every test vector are right', () => {
  const { operator_no, device_sn, timestamp, nonce, sign } = sample('platform', 'sign-in')
  const [key = ''] = /key of this signature is `([^`]+)`/.exec(pageOf('platform'))?.slice(1) ?? []
  expect(signOf(key, String(operator_no), String(device_sn), Number(timestamp), String(nonce))).toBe(sign)
  const table = /<!-- vectors -->([\s\S]*?)<!-- end -->/.exec(pageOf('platform'))?.[1] ?? ''
  const rows = table
    .split('\n')
    .filter((line) => line.includes('`'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replace(/^`|`$/g, '')),
    )
  expect(rows.length).toBe(3)
  for (const [secret = '', operator = '', device = '', time = '', given = '', expected = ''] of rows)
    expect(signOf(secret === '(empty)' ? '' : secret, operator, device, Number(time), given)).toBe(expected)
})

test('the bodies that a device sends are those that the platform takes', () => {
  expect(initFault(sample('platform', 'init'))).toBeUndefined()
  expect(heartbeatFault(sample('platform', 'heartbeat'))).toBeUndefined()
  expect(lotStatesFault(sample('platform', 'lot-states'))).toBeUndefined()
  for (const name of ['entry', 'exit', 'correction']) {
    const body = sample('platform', name)
    const key =
      body['correction'] === 0 ? body['uuid'] : `${String(body['uuid'])}-${Number(body['correction'])}`
    expect(readEvent(body, String(key)), `${name}`).toHaveProperty('pictures')
    expect(new Date(Number(body['event_time'])).toISOString().slice(0, 10), `${name}`).toBe('2026-01-01')
  }
  const named = ['sign-in', 'init', 'heartbeat', 'entry', 'exit', 'correction', 'lot-states']
  expect(namesIn('platform')).toEqual(named)
})

test('the lines of an analysis program fit the schemas of the device', () => {
  for (const name of namesIn('analysis')) {
    const line = sample('analysis', name ?? '')
    expect(message.safeParse(line).error, `${name}`).toBeUndefined()
    if (line['type'] === 'event')
      expect(reported_event.safeParse(line['event']).error, `${name}`).toBeUndefined()
  }
  expect(namesIn('analysis')).toEqual(['hello', 'config-taken', 'state', 'event', 'log', 'ping'])
})

test('the calls and the settings of an object storage fit the contract', () => {
  expect(calls.login.body.safeParse(sample('calls', 'login')).error).toBeUndefined()
  expect(calls.parking_event.body.safeParse(sample('calls', 'parking_event')).error).toBeUndefined()
  expect(calls.update_storage_param.body.safeParse(sample('storage', 'settings')).error).toBeUndefined()
})
