/** `npm start`: its output, its one-sentence refusals, and that it leaves no process behind. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeIssue } from '../scripts/lib/node/node-version.mjs'
import { root } from '../scripts/lib/root.mjs'
import { expect, test } from './fixtures.ts'
import { freePort } from './support/free-port.ts'

test.describe.configure({ mode: 'serial' })

let folder = ''
test.beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'parking-start-'))))
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, ['scripts/start.mjs', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => void (said.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => void (said.err += chunk.toString()))
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  return { child, said, exit }
}

/** The ids of a process and of all its descendants. */
function familyOf(pid: number): number[] {
  const pairs = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const below = (parent: number): number[] =>
    pairs.filter(([, of]) => of === parent).flatMap(([child = 0]) => [child, ...below(child)])
  return [pid, ...below(pid)]
}

/** The command lines of a process and of all its descendants, in one text. */
const commandsOf = (pid: number): string =>
  execFileSync('ps', ['-o', 'args=', '-p', familyOf(pid).join()], { encoding: 'utf8' })

/** The ids of the processes that still run. */
const alive = (pids: readonly number[]): number[] =>
  pids.filter((pid) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  })

const ready = async (street: ReturnType<typeof start>) => {
  await expect
    .poll(() => street.said.out + street.said.err, { timeout: 60_000 })
    .toContain('Console: http://')
}

test('prints address, user name and one-time password; keeps the data; Ctrl-C ends all', async () => {
  const env = { PARKING_PORT: String(await freePort()), PARKING_DATA: join(folder, 'kept') }
  const first = start(env)
  await ready(first)
  expect(first.said.out).toMatch(/User name: admin\n/)
  expect(first.said.out).toMatch(/One-time password: \S{8,}/)
  expect(first.said.out).toContain(`Console: http://127.0.0.1:${env.PARKING_PORT}`)
  expect((await fetch(`http://127.0.0.1:${env.PARKING_PORT}/login`)).status).toBe(200)
  await expect.poll(() => commandsOf(first.child.pid ?? 0)).toContain('/sim/dist/analysis.js')
  const family = familyOf(first.child.pid ?? 0)
  first.child.kill('SIGINT')
  expect(await first.exit).toBe(0)
  // The build of the manual is killed as a group; its orphans end a moment later.
  await expect.poll(() => alive(family)).toEqual([])
  expect(existsSync(join(env.PARKING_DATA, 'parking.db'))).toBe(true)

  const second = start(env)
  await ready(second)
  expect(second.said.out).not.toContain('Building')
  const again = familyOf(second.child.pid ?? 0)
  second.child.kill('SIGTERM')
  expect(await second.exit).toBe(0)
  await expect.poll(() => alive(again)).toEqual([])
})

test('a taken port is reported in one sentence', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { said, exit } = start({ PARKING_PORT: String(port), PARKING_DATA: join(folder, 'taken') })
  expect(await exit).toBe(1)
  expect(said).toEqual({
    out: '',
    err: expect.stringMatching(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken: [^\\n]+\\n$`)),
  })
  server.close()
})

test('a data folder that cannot be written is reported in one sentence', async () => {
  writeFileSync(join(folder, 'a-file'), '')
  for (const place of [join(folder, 'a-file'), join(folder, 'a-file', 'below'), '/proc/parking']) {
    const { said, exit } = start({ PARKING_PORT: String(await freePort()), PARKING_DATA: place })
    expect(await exit, place).toBe(1)
    expect(said.err, place).toMatch(/^The data folder [^\n]+\n$/)
  }
})

test('--fresh starts over, and never empties a folder that npm start did not create', async () => {
  const theirs = join(folder, 'theirs')
  mkdirSync(theirs)
  writeFileSync(join(theirs, 'letter.txt'), 'mine')
  const refused = start({ PARKING_PORT: String(await freePort()), PARKING_DATA: theirs }, '--fresh')
  expect(await refused.exit).toBe(1)
  expect(refused.said.err).toMatch(/^The folder [^\n]+ was not made by npm start[^\n]+\n$/)
  expect(readdirSync(theirs)).toEqual(['letter.txt'])

  const env = { PARKING_PORT: String(await freePort()), PARKING_DATA: join(folder, 'kept') }
  writeFileSync(join(env.PARKING_DATA, 'left-over'), '')
  const fresh = start(env, '--fresh', '--analysis')
  await ready(fresh)
  // The program of an installed box.
  await expect.poll(() => commandsOf(fresh.child.pid ?? 0)).toContain('/analysis/dist/main.js')
  expect(readdirSync(env.PARKING_DATA)).not.toContain('left-over')
  fresh.child.kill('SIGTERM')
  expect(await fresh.exit).toBe(0)
})

test('an unknown option is reported in one sentence', async () => {
  const { said, exit } = start({}, '--thruth')
  expect(await exit).toBe(1)
  expect(said.err).toMatch(/^npm start takes only --fresh [^\n]+, --analysis [^\n]+, not "--thruth"\.\n$/)
})

test('a Node version that is too old is reported in one sentence', () => {
  expect(['20.0.0', '20.20.1', '22.0.0', '24.3.1'].map(nodeIssue)).toEqual(Array(4).fill(undefined))
  for (const old of ['18.20.0', '16.0.0', '6.1.0'])
    expect(nodeIssue(old)).toMatch(/^Node 20 or newer is needed; this is Node \S+\. [^\n]+$/)
})
