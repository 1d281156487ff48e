/** What systemd itself says about the rights of the units, and what the document says. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lacks } from '../../scripts/lib/npm-test/lacking.mjs'
import { root } from '../../scripts/lib/root.mjs'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'units-'))
  for (const name of readdirSync(join(root, 'deploy')))
    if (/\.service(\.d)?$/.test(name))
      cpSync(join(root, 'deploy', name), join(folder, name), { recursive: true })
  // The instances that have rights of their own.
  for (const verb of ['refresh', 'update'])
    cpSync(join(folder, 'parking-edge-root@.service'), join(folder, `parking-edge-root@${verb}.service`))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** systemd's rating, from 0 to 10. */
function ratingOf(unit: string): number {
  const { stdout, stderr } = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', '--no-pager', join(folder, `${unit}.service`)],
    { encoding: 'utf8', env: { PATH: process.env['PATH'], LC_ALL: 'C' } },
  )
  const found = /exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]
  expect(found, `${stderr}`).toBeDefined()
  return Number(found)
}

/** The units and ratings of the document's table. */
function documented(): Map<string, number> {
  const text = readFileSync(join(root, 'docs/install.md'), 'utf8')
  const part = text.slice(text.indexOf('### Least rights'), text.indexOf('## By hand'))
  const rows = [...part.matchAll(/^\| `([^|]+?)` +\| +([\d.]+) \|/gm)]
  return new Map(rows.map(([, unit = '', rating]) => [unit.split('`')[0]!, Number(rating)]))
}

test('the document has every service', () => {
  const units = readdirSync(folder).flatMap((name) => /^(.+)\.service$/.exec(name)?.[1] ?? [])
  const boot = 'parking-edge-guard-boot' // in the row of the guard
  expect([...documented().keys()].toSorted()).toEqual(units.filter((unit) => unit !== boot).toSorted())
})

const version = /^systemd (\d+)/.exec(
  spawnSync('systemd-analyze', ['--version'], { encoding: 'utf8' }).stdout,
)
test.skipIf(lacks('systemd-analyze', Number(version?.[1] ?? 0) < 250))(
  'no service is rated 4.0 or more, but the one that installs packages; the document has the ratings',
  () => {
    for (const [unit, rating] of [...documented(), ['parking-edge-guard-boot', 2.2] as const]) {
      const rated = ratingOf(unit)
      if (unit !== 'parking-edge-root@update') expect([unit, rated < 4]).toEqual([unit, true])
      // Another systemd knows a few more or fewer of the settings.
      expect([unit, Math.abs(rated - rating) < 0.6 ? rating : rated]).toEqual([unit, rating])
    }
  },
)
