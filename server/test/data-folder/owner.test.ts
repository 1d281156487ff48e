/** Files of the data folder that belong to another user, as after a copy by root. */
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contentOf, makeLivedFolder } from './damage.ts'
import { root, run } from '../debian.ts'

const folder = mkdtempSync(join(tmpdir(), 'parking-owner-'))
const [lived, data] = [join(folder, 'lived'), join(folder, 'data')]
/** Root may read everything; it becomes the user that no one is. */
const is_root = process.getuid?.() === 0
const other = 65_534
beforeAll(() => makeLivedFolder(lived))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => {
  rmSync(data, { recursive: true, force: true })
  cpSync(lived, data, { recursive: true })
  mkdirSync(join(data, 'lost+found'))
  for (const path of ['', ...readdirSync(data, { recursive: true, encoding: 'utf8' })])
    if (is_root && path !== 'lost+found') chownSync(join(data, path), other, other)
  if (is_root) chmodSync(folder, 0o755)
})

/** What a start of that user says before it opens anything; empty if it may open the folder. */
async function said(): Promise<string> {
  const place = JSON.stringify([join(root, 'server/src/core/files/data-folder.ts'), data])
  const script = `const [place, data] = ${place}
    process.setuid?.(${is_root ? other : 'process.getuid()'})
    try { (await import(place)).lockDataFolder(data)() } catch (error) { console.log(error.message) }`
  const { code, output } = await run(process.execPath, ['--input-type=module', '-e', script])
  expect(code).toBe(0)
  return output.trim()
}

test('a folder of its own is opened, whatever else is in it', async () => {
  chmodSync(join(data, 'lost+found'), 0)
  expect(await said()).toBe('')
})

test.for([
  'parking.db',
  'audit.db',
  'proof.db',
  'media.key',
  'secret.key.copy',
  'device.key',
  'tls/own.key',
  'media',
  'media/events',
  'snapshots',
])('%s: the start stops, names it, and changes nothing', async (name) => {
  const before = [...contentOf(data)]
  const path = join(data, name)
  if (is_root) chownSync(path, 0, 0)
  for (const mode of [0, ...(is_root ? [0o744] : [])]) {
    chmodSync(path, mode)
    expect(await said()).toMatch(
      new RegExp(
        `^The server may not read and write ${path} \\(EACCES\\).* as root: chown -R \\d+ '${data}'`,
      ),
    )
  }
  chmodSync(path, 0o700)
  expect([...contentOf(data)]).toEqual(before)
})

test('the folder itself: the start stops and names it', async () => {
  if (is_root) chownSync(data, 0, 0)
  chmodSync(data, is_root ? 0o755 : 0o500)
  expect(await said()).toMatch(/^The data folder .* cannot be written \(EACCES\)\..* chown -R \d+ /)
  chmodSync(data, 0o700)
})
