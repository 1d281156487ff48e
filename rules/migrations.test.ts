/**
 * A landed migration is never edited, because boxes in the field have run it; migrations.json has its hash.
 */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { projectFiles, textOf } from '../scripts/lib/sources.ts'

const files = projectFiles().filter((path) => path.startsWith('server/migrations/'))
const landed = JSON.parse(textOf('rules/migrations.json')) as Record<string, string>
const hashOf = (path: string) => createHash('sha256').update(textOf(path)).digest('hex')

test('no landed migration is edited or removed, and a new one is in rules/migrations.json', () => {
  const now = Object.fromEntries(files.map((path) => [path.slice('server/migrations/'.length), hashOf(path)]))
  expect(now).toEqual(landed)
})

test('migrations are numbered without gaps', () => {
  expect(files.map((path) => Number(/(\d{4})-[a-z0-9-]+\.sql$/.exec(path)?.[1]))).toEqual(
    files.map((_, at) => at + 1),
  )
})
