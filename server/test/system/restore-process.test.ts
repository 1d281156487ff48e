/**
 * A factory restore in the real program: a child process that restarts itself, and one that is killed before
 * it can.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { code, restore_network } from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { program } from '../built.ts'
import { test_password } from '../device.ts'
import { leftIn } from './restore-device.ts'
import { until } from '../until.ts'

let [folder, child]: [string, ChildProcess] = ['', undefined!]
let out = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parking-restored-'))
})
afterEach(async () => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

async function start(env: Record<string, string> = {}): Promise<string> {
  out = ''
  child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      PARKING_PORT: '0',
      PARKING_PROGRAMS: '/nothing-here',
      PARKING_DATA: folder,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout!.on('data', (data) => void (out += String(data)))
  child.stderr!.resume()
  return until('the server listens', () => /^Console: (http:\S+)$/m.exec(out)?.[1])
}

const post = async (address: string, path: string, body: object = {}, token = '') => {
  const answer = await fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token, connection: 'close' },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as { code: number; data: Record<string, string> }
}

/** Signs in, chooses to keep nothing, and asks for the restore. */
async function askForRestore(address: string): Promise<Record<string, string>> {
  const { token = '' } = (
    await post(address, '/api/user/login', { username: 'admin', password: test_password })
  ).data
  await post(address, '/api/device/set_basic_info', { name: '深南大道-01' }, token)
  await post(address, '/api/system/set_restore_config', { ...restore_network, keep: ['network'] }, token)
  const { host_sn } = (await post(address, '/api/device/get_basic_info', {}, token)).data
  const answer = await post(address, '/api/system/restore', { host_sn }, token)
  expect(answer.code).toBe(code.success)
  return answer.data
}

const boot = async (address: string) =>
  (await post(address, '/api/utils/ping').catch(() => undefined))?.data['boot_id']

test('answers the call, and the same process restarts on the same port as a new box', async () => {
  const address = await start({ PARKING_ADMIN_PASSWORD: test_password })
  const before = await boot(address)
  const { one_time_password } = await askForRestore(address)
  await until('it is back', async () => {
    const now = await boot(address)
    return now !== undefined && now !== before
  })
  expect(child.exitCode).toBeNull()
  expect(out).toBe(`Console: ${address}\nConsole: ${address}\n`)
  expect((await post(address, '/api/user/login', { username: 'admin', password: test_password })).code).toBe(
    code.failed,
  )
  expect(
    (await post(address, '/api/user/login', { username: 'admin', password: one_time_password })).data,
  ).toMatchObject({ must_change_password: true })
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect(child.exitCode).toBe(0)
  expect(leftIn(folder)).toMatchObject({
    users: ['admin'],
    name: '',
    plan: false,
    halves: [],
    snapshots: [{ why: 'restore' }],
  })
})

test('if it is killed right after its answer, the next start does the restore', async () => {
  const address = await start({ PARKING_ADMIN_PASSWORD: test_password })
  const { one_time_password } = await askForRestore(address)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const again = await start()
  expect(out).not.toContain('One-time password')
  expect(existsSync(join(folder, 'restore.json'))).toBe(false)
  expect(
    (await post(again, '/api/user/login', { username: 'admin', password: one_time_password })).data,
  ).toMatchObject({ must_change_password: true })
})
