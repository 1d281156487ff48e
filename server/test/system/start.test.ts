/**
 * The program as it is started for real: a child process, real sockets, real signals. Long because each
 * start-up error has its own test.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '#src/core/db.ts'
import { program } from '../built.ts'
import { migrations, test_password } from '../device.ts'
import { until } from '../until.ts'

const children: ChildProcess[] = []
const folders: string[] = []
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parking-start-'))
  folders.push(folder)
  return folder
}

type Running = {
  child: ChildProcess
  out: () => string
  err: () => string
  ended: Promise<number | null>
  address: () => Promise<string>
}

function run(env: Record<string, string>): Running {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, PARKING_PORT: '0', PARKING_PROGRAMS: '/nothing-here', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let [out, err] = ['', '']
  child.stdout.on('data', (data) => void (out += String(data)))
  child.stderr.on('data', (data) => void (err += String(data)))
  const ended = once(child, 'close').then(() => child.exitCode)
  const address = async () => {
    for (;;) {
      const found = /^Console: (http:\S+)$/m.exec(out)?.[1]
      if (found) return found
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${err}`)
      await Promise.race([once(child.stdout, 'data'), ended])
    }
  }
  return { child, out: () => out, err: () => err, ended, address }
}

const post = async (address: string, path: string, body: object, token = '') => {
  const answer = await fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as {
    code: number
    data: { token: string; must_change_password?: boolean; name: string }
  }
}
/** The lines on standard error apart from the log. */
const sentences = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('{'))

test('a first start prints the one-time password, locks its folder, and stops in order', async () => {
  const PARKING_DATA = join(newFolder(), 'data')
  const server = run({ PARKING_DATA })
  const address = await server.address()
  const [user, password, where] = server.out().split('\n')
  expect(user).toBe('User name: admin')
  expect(password).toMatch(/^One-time password: [a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  expect(where).toBe(`Console: ${address}`)
  const old_password = password!.replace('One-time password: ', '')
  const { data } = await post(address, '/api/user/login', { username: 'admin', password: old_password })
  expect(data.must_change_password).toBe(true)
  expect(statSync(PARKING_DATA).mode & 0o077).toBe(0)
  for (const file of ['parking.db', 'secret.key'])
    expect(statSync(join(PARKING_DATA, file)).mode & 0o077).toBe(0)
  expect(server.err()).not.toContain(old_password)
  expect(server.err()).not.toContain(data.token)

  const second = run({ PARKING_DATA })
  expect(await second.ended).toBe(1)
  expect(sentences(second.err())).toEqual([
    `The data folder ${PARKING_DATA} is in use by another running server (process ${server.child.pid}).`,
  ])

  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(existsSync(join(PARKING_DATA, 'server.lock'))).toBe(false)
})

test('on every address, the lines of the start name those that other machines can open', async () => {
  const server = run({
    PARKING_DATA: newFolder(),
    PARKING_ADMIN_PASSWORD: test_password,
    PARKING_HOST: '::',
    PARKING_TLS: 'on',
  })
  while (!/^Console: .*\n/m.test(server.out())) await once(server.child.stdout!, 'data')
  const shown = [...server.out().matchAll(/^Console: (.*)$/gm)].map(([, address = '']) => address)
  expect(server.err()).toMatch(/"msg":"HTTPS on every address, port (\d+)"/)
  const port = /every address, port (\d+)/.exec(server.err())![1]
  const own = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address))
    .map(({ family, address }) => `https://${family === 'IPv6' ? `[${address}]` : address}:${port}`)
  expect(shown.toSorted()).toEqual(own.length > 0 ? own.toSorted() : [`port ${port}, no network address yet`])
  for (const host of ['127.0.0.1', '::1']) {
    const socket = connect({ host, port: Number(port), rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    socket.destroy()
  }
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('a signal during the start stops the server in order once it has started', async () => {
  const PARKING_DATA = join(newFolder(), 'data')
  const lock = join(PARKING_DATA, 'server.lock')
  const server = run({ PARKING_DATA })
  await until('the start has begun', () => existsSync(lock))
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.err()).toMatch(/"what":"started"[\s\S]*"what":"stopped"/)
  expect(existsSync(lock)).toBe(false)
})

test('a second start keeps the data, prints no changed password, and stops on Ctrl-C', async () => {
  const env = { PARKING_DATA: newFolder(), PARKING_ADMIN_PASSWORD: test_password }
  const first = run(env)
  const address = await first.address()
  expect(first.out()).toBe(`Console: ${address}\n`)
  const { data } = await post(address, '/api/user/login', { username: 'admin', password: test_password })
  expect((await post(address, '/api/device/set_basic_info', { name: '深南大道-01' }, data.token)).code).toBe(
    0,
  )
  // A crash leaves the lock behind; the next start detects that its owner is no longer running.
  first.child.kill('SIGKILL')
  await first.ended

  const second = run({ PARKING_DATA: env.PARKING_DATA })
  const again = await second.address()
  expect(second.out()).toBe(`Console: ${again}\n`)
  expect((await post(again, '/api/device/get_basic_info', {}, data.token)).data.name).toBe('深南大道-01')
  second.child.kill('SIGINT')
  expect(await second.ended).toBe(0)
})

test('a running call is answered before the exit', async () => {
  const server = run({ PARKING_DATA: newFolder(), PARKING_ADMIN_PASSWORD: test_password })
  const address = await server.address()
  // Sign-in runs a slow hash: the signal arrives meanwhile.
  const answers = Array.from({ length: 4 }, () =>
    post(address, '/api/user/login', { username: 'admin', password: test_password }),
  )
  await answers[0]
  server.child.kill('SIGTERM')
  for (const { code } of await Promise.all(answers)) expect(code).toBe(0)
  expect(await server.ended).toBe(0)
  await expect(fetch(address)).rejects.toThrow('fetch failed')
})

test.each<[string, () => Promise<Record<string, string>> | Record<string, string>, RegExp]>([
  ['a port that is no port', () => ({ PARKING_PORT: '80x' }), /^PARKING_PORT must be a number/],
  [
    'an address that is not ours',
    () => ({ PARKING_HOST: '192.0.2.1' }),
    /^The server cannot listen on 192\.0\.2\.1/,
  ],
  ['a weak first password', () => ({ PARKING_ADMIN_PASSWORD: 'admin' }), /^PARKING_ADMIN_PASSWORD must have/],
  [
    'an application that is no argument array',
    () => ({ PARKING_APP: 'node app.js' }),
    /^PARKING_APP must be a JSON array/,
  ],
  ['a provision that is no list', () => ({ PARKING_PROVISION: '[1]' }), /^PARKING_PROVISION must be/],
  ['an unknown log level', () => ({ PARKING_LOG: 'loud' }), /^PARKING_LOG must be one of/],
  [
    'a data folder that is a file',
    () => {
      const file = join(newFolder(), 'file')
      writeFileSync(file, '')
      return { PARKING_DATA: file }
    },
    /^The data folder .* cannot be written/,
  ],
  [
    'a data folder that may not be written',
    () => {
      // Root can write anywhere except in /proc.
      if (process.getuid?.() === 0) return { PARKING_DATA: '/proc/parking' }
      const folder = join(newFolder(), 'closed')
      mkdirSync(folder)
      chmodSync(folder, 0o500)
      return { PARKING_DATA: folder }
    },
    /^The data folder .* cannot be written/,
  ],
  [
    'a database of a newer version',
    () => {
      const folder = newFolder()
      const db = openDatabase(join(folder, 'parking.db'), migrations)
      db.run('PRAGMA user_version = 9999')
      db.close()
      return { PARKING_DATA: folder }
    },
    /^The database is of a newer version/,
  ],
])('%s: one clear sentence and exit code 1', async (_, prepare, wanted) => {
  const server = run({ PARKING_DATA: newFolder(), ...(await prepare()) })
  expect(await server.ended).toBe(1)
  const [sentence, ...more] = sentences(server.err())
  expect(sentence).toMatch(wanted)
  expect(more).toEqual([])
  expect(server.out()).toBe('')
})

test('a port in use: one clear sentence, exit code 1, and the folder is unlocked', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const PARKING_DATA = newFolder()
  const server = run({ PARKING_DATA, PARKING_PORT: String(port) })
  expect(await server.ended).toBe(1)
  expect(sentences(server.err())).toEqual([
    `Port ${port} on 127.0.0.1 is taken by another program. Set PARKING_PORT to another one.`,
  ])
  expect(existsSync(join(PARKING_DATA, 'server.lock'))).toBe(false)
  other.close()
})

test('the analysis application runs with the server and gets its socket but no secret', async () => {
  const folder = newFolder()
  const seen = join(folder, 'seen.json')
  const script =
    `const fs=require('fs'); fs.writeFileSync(${JSON.stringify(`${seen}.part`)}, ` +
    'JSON.stringify({ pid: process.pid, env: process.env })); ' +
    `fs.renameSync(${JSON.stringify(`${seen}.part`)}, ${JSON.stringify(seen)}); ` +
    'setInterval(() => {}, 1000)'
  const env = {
    PARKING_DATA: join(folder, 'data'),
    PARKING_ADMIN_PASSWORD: test_password,
    PARKING_APP: JSON.stringify([process.execPath, '-e', script]),
  }
  const server = run(env)
  const address = await server.address()
  const { data } = await post(address, '/api/user/login', { username: 'admin', password: test_password })
  const status = async () =>
    (await post(address, '/api/system/app_status', {}, data.token)).data as unknown as {
      state: string
      running: boolean
    }
  await expect.poll(async () => (await status()).state, { timeout: 10_000 }).toBe('running')
  await expect.poll(() => existsSync(seen), { timeout: 10_000 }).toBe(true)
  const { pid, env: given } = JSON.parse(readFileSync(seen, 'utf8')) as {
    pid: number
    env: Record<string, string>
  }
  expect(given.PARKING_SOCKET).toBe(join(env.PARKING_DATA, 'analysis.sock'))
  expect(JSON.stringify(given)).not.toContain(test_password)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
