/** The lists of deploy/ that are written in several places agree: the root helper's verbs, and the units. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../scripts/lib/root.mjs'
import { textOf } from '../scripts/lib/sources.ts'

const words = (text: string) => [...text.matchAll(/[a-z]+(?:-[a-z]+)*/g)].map(([word]) => word).toSorted()
const between = (path: string, from: RegExp, to: string) => {
  const text = textOf(path)
  const start = from.exec(text)
  expect(start, `${path}: ${from}`).not.toBeNull()
  const from_here = start!.index + start![0].length
  return text.slice(from_here, text.indexOf(to, from_here))
}

test('the server, the root helper, its files and the polkit rule have the same verbs', () => {
  const files = readdirSync(join(root, 'deploy/root-helper.d')).toSorted()
  expect(
    words(between('server/src/adapters/system/root-helper.ts', /export type RootVerb =/, '\n\n')),
  ).toEqual(files)
  expect(words(between('deploy/root-helper', /case \$verb in\n/, ') ;;'))).toEqual(files)
  expect(words(between('deploy/50-parking-edge.rules', /var asRoot = \[/, ']'))).toEqual(files)
})

test('install.sh installs every unit of the folder', () => {
  const units = readdirSync(join(root, 'deploy'))
    .filter((name) => /\.(service|timer|path)$/.test(name))
    .toSorted()
  const listed = /^for unit in (.*); do$/m.exec(textOf('deploy/install.sh'))?.[1]?.split(' ').toSorted()
  expect(listed).toEqual(units)
})

test('no unit that restarts ever stays down', () => {
  const units = readdirSync(join(root, 'deploy')).filter((name) => name.endsWith('.service'))
  for (const unit of units) {
    const text = textOf(`deploy/${unit}`)
    const restarts = /^Restart=(?!no$)/m.test(text)
    expect([unit, restarts && !/^StartLimitIntervalSec=0$/m.test(text)]).toEqual([unit, false])
    expect([unit, /^StartLimitBurst=/m.test(text)]).toEqual([unit, false])
  }
  for (const unit of ['parking-edge.service', 'parking-analysis.service']) {
    expect(textOf(`deploy/${unit}`)).toMatch(/^Restart=always$/m)
    // One that is not met ends the start for good, whatever Restart says.
    expect(textOf(`deploy/${unit}`)).not.toMatch(/^(Assert|Condition)/m)
  }
})
