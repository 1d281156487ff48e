/** deploy/monitoring checked by Debian's promtool; rules and dashboard use only metrics of a real device. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root, unpackDebian } from '../debian.ts'
import { openDevice } from '../device.ts'

const unpacked = await unpackDebian('prometheus', ['prometheus'])
const promtool = unpacked?.program('promtool')
const files = join(root, 'deploy/monitoring')
const rules = readFileSync(join(files, 'parking-edge.rules.yml'), 'utf8')

type Panel = {
  id: number
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets: { expr: string }[]
}
const dashboard = JSON.parse(readFileSync(join(files, 'grafana-dashboard.json'), 'utf8')) as {
  panels: Panel[]
  templating: { list: { name: string; type: string }[] }
}

let folder = ''
let page = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parking-monitoring-'))
  cpSync(files, folder, { recursive: true })
  mkdirSync(join(folder, 'targets'))
  writeFileSync(join(folder, 'targets/boxes.yml'), '- targets: [box-1.example:443]\n')
  writeFileSync(join(folder, 'parking-edge.token'), 'x')
  writeFileSync(join(folder, 'parking-edge-ca.pem'), '')
  const box = await openDevice()
  const admin = await box.tokenOf('admin')
  const { token } = (await box.call('renew_metrics_token', {}, admin)).data
  await box.call('update_metrics', { enabled: true }, admin)
  const answer = await box.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  page = answer.body
  await box.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const asked = (text: string) => new Set(text.match(/\b(?:parking|process)_[a-z_]+\b/g) ?? [])
/** Missing on a device without HTTPS, a time server or a sensor. */
const conditional = [
  'parking_certificate_expiry_timestamp_seconds',
  'parking_clock_offset_seconds',
  'parking_temperature_celsius',
]

test('rules and dashboard use only metrics that the device exposes', () => {
  const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const named = new Set([...page.matchAll(/^([a-z_]+)/gm)].map(([, name]) => name ?? ''))
  const unknown = [...asked(`${rules}\n${expressions.join('\n')}`)].filter(
    (name) => !named.has(name) && !conditional.includes(name),
  )
  expect(unknown).toEqual([])
})

test('the panels of the dashboard do not overlap, and query the chosen source', () => {
  const { panels, templating } = dashboard
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  expect(templating.list.find(({ name }) => name === 'datasource')?.type).toBe('datasource')
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  for (const { targets } of panels) for (const { expr } of targets) expect(expr).not.toBe('')
})

// Without Debian's package only the files themselves are compared.
describe.skipIf(promtool === undefined)('promtool', () => {
  const tool = async (args: string[], input?: string) => {
    const running = promisify(execFile)(promtool!, args, { cwd: folder })
    running.child.stdin?.end(input)
    return running
  }

  test('accepts the settings and every rule, and the rules pass their tests', async () => {
    const checked = await tool(['check', 'config', 'prometheus.yml'])
    expect(checked.stdout).toContain('SUCCESS')
    expect(checked.stdout).not.toContain('WARNING')
    expect((await tool(['test', 'rules', 'parking-edge.rules.test.yml'])).stdout).toContain('SUCCESS')
  })

  test('finds nothing wrong with the metrics page of a device', async () => {
    expect(await tool(['check', 'metrics'], page)).toEqual({ stdout: '', stderr: '' })
  })
})
