/**
 * package-lock.json is valid for the npm of each Node that we support: no peer dependency is outside its
 * range.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../scripts/lib/root.mjs'
import { run } from '../scripts/lib/run.mjs'

const npm = process.env['npm_execpath']
let folder: string
let manifest: { workspaces: string[]; overrides: Record<string, unknown> }

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parking-lock-'))
  manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as typeof manifest
  const files = ['', ...manifest.workspaces].map((name) => join(name, 'package.json'))
  for (const file of [...files, 'package-lock.json'])
    cpSync(join(root, file), join(folder, dirname(file), file.split('/').at(-1)!))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What npm reports about the lock file alone, without network and node_modules. */
function problems(): Promise<{ code: number; output: string }> {
  const args = ['ls', '--package-lock-only', '--all', '--offline', '--loglevel=error']
  return npm ? run(process.execPath, [npm, ...args], { cwd: folder }) : run('npm', args, { cwd: folder })
}

test('every dependency and peer in the lock file is within the required range', async () => {
  const { code, output } = await problems()
  expect(output.split('\n').filter((line) => /^npm (error|ERR!)/.test(line))).toEqual([])
  expect(code).toBe(0)
})

test('without the overrides npm finds a peer outside its range', async () => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, overrides: {} }))
  const { code, output } = await problems()
  expect([code, output.includes('invalid: react@')]).toEqual([1, true])
})
