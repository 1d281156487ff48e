/** The schemas accept every sample of docs/integrate/mqtt.md, and each schema has a sample. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  mqtt_alarm,
  mqtt_event,
  mqtt_health,
  mqtt_lot,
  mqtt_request,
  mqtt_status,
  queue_states,
} from '@parking/contract'
import { expect, test } from 'vitest'
import { root } from '../debian.ts'

const text = readFileSync(join(root, 'docs/integrate/mqtt.md'), 'utf8')
const schemas = {
  event: mqtt_event,
  alarm: mqtt_alarm,
  'lot/<n>': mqtt_lot,
  status: mqtt_status,
  health: mqtt_health,
  request: mqtt_request,
}

/** The samples, each with the last topic named before its block. */
const samples = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(({ index, 1: json = '' }) => ({
  topic: [...text.slice(0, index).matchAll(/^`<base>\/([^`]+)`[:,]/gm)].at(-1)?.[1] ?? '',
  sample: JSON.parse(json) as unknown,
}))

test('each topic has a sample', () => {
  expect(samples.map(({ topic }) => topic)).toEqual(Object.keys(schemas))
})

test.each(samples)('the sample of $topic is accepted', ({ topic, sample }) => {
  expect(schemas[topic as keyof typeof schemas].safeParse(sample)).toMatchObject({ success: true })
  expect(JSON.stringify(sample)).not.toContain('undefined')
})

test('a sample with a changed or an additional key is not accepted', () => {
  const health = samples.find(({ topic }) => topic === 'health')?.sample as Record<string, unknown>
  expect(queue_states).toContain(health['queue'])
  expect(mqtt_health.safeParse({ ...health, queue: 'unheard' }).success).toBe(false)
  expect(mqtt_health.safeParse({ ...health, more: 1 }).success).toBe(false)
})
