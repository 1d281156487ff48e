/**
 * A device for tests and benchmarks: the built server as a process, with a data folder and a simulated
 * machine.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startMachine, type Machine } from '@parking/sim/os/machine.ts'
import { root } from '#scripts/lib/root.mjs'
import { freePort } from './free-port.ts'
import type { AnswerOf, BodyOf, PathOf } from './wire.ts'

export const username = 'admin'
/** The administrator's password from PARKING_ADMIN_PASSWORD, so that tests need no one-time password. */
export const password = 'Kerb#2026'

export type DeviceOptions = {
  /** True: no PARKING_ADMIN_PASSWORD, so the device makes a one-time password. */
  one_time?: boolean
  /** A certificate authority (PEM) that it trusts besides the system's. */
  authority?: string
  env?: Record<string, string>
}

export type Device = {
  /** `http://127.0.0.1:PORT`, the same after a restart. */
  readonly address: string
  readonly one_time_password: string | undefined
  readonly folder: string
  readonly pid: number
  /** The simulated machine, which survives power cuts; no program of the real one is ever run. */
  readonly machine: Machine
  /** A new session of the administrator. */
  signIn(secret?: string): Promise<string>
  /**
   * A valid session of the administrator: the last one, if it still holds, because checking a password is
   * slow.
   */
  session(): Promise<string>
  /** Sets the password that this client signs in with. */
  passwordIs(secret: string): void
  /** Makes a call as the administrator; throws when the answer's code is not 0. */
  call<P extends PathOf>(path: P, body: BodyOf<P>): Promise<AnswerOf<P>>
  /** Ends the server: in order, or as a power cut would. */
  stop(how?: 'in order' | 'power cut'): Promise<void>
  /** Starts it again on the same port and data. */
  start(): Promise<void>
  /** Takes the lines of level error or fatal out of what the server has logged. */
  complaints(): string[]
  /** Ends it for good and removes its data. */
  end(): Promise<void>
}

/** Starts a device; resolves when it listens. */
export async function startDevice({ one_time, authority, env }: DeviceOptions = {}): Promise<Device> {
  const folder = mkdtempSync(join(tmpdir(), 'parking-e2e-'))
  const machine = await startMachine({
    folder: join(folder, 'machine'),
    requests: join(folder, 'data', 'root'),
  })
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const logged: string[] = []
  const authority_file = join(folder, 'authority.pem')
  if (authority) writeFileSync(authority_file, authority)
  let child: ChildProcess | undefined
  let one_time_password: string | undefined
  let [token, secret_now] = ['', password]

  async function start(): Promise<void> {
    // As deploy/parking-edge.service starts it. The channel tells the server when its parent is gone.
    const started = spawn(process.execPath, ['--max-semi-space-size=4', join(root, 'server/dist/main.js')], {
      cwd: tmpdir(),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...process.env,
        MALLOC_ARENA_MAX: '2',
        TZ: 'Asia/Shanghai',
        PARKING_HOST: '127.0.0.1',
        PARKING_PORT: String(port),
        PARKING_DATA: join(folder, 'data'),
        PARKING_LOG: 'warn',
        PARKING_ALLOW_LOOPBACK: '1',
        PARKING_APP: JSON.stringify([process.execPath, join(root, 'sim/dist/analysis.js')]),
        STREET_POLL_MS: '300',
        ...machine.env,
        ...(authority && { NODE_EXTRA_CA_CERTS: authority_file }),
        ...(!one_time && { PARKING_ADMIN_PASSWORD: password }),
        ...env,
      },
    })
    child = started
    createInterface({ input: started.stderr! }).on('line', (line) => logged.push(line))
    await new Promise<void>((resolve, reject) => {
      started.once('error', reject).once('exit', (code) => {
        reject(new Error(`The server ended with ${code}:\n${logged.join('\n')}`))
      })
      createInterface({ input: started.stdout! }).on('line', (line) => {
        one_time_password = /^One-time password: (.*)$/.exec(line)?.[1] ?? one_time_password
        if (line.startsWith('Console: ')) resolve()
      })
    })
    await machine.network.serve(port)
  }

  async function stop(how: 'in order' | 'power cut' = 'in order'): Promise<void> {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    ending.kill(how === 'in order' ? 'SIGTERM' : 'SIGKILL')
    await once(ending, 'exit')
  }

  async function post(path: string, body: unknown, bearer = '') {
    const response = await fetch(address + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
    })
    return (await response.json()) as { code: number; data: unknown }
  }

  async function signIn(secret = secret_now): Promise<string> {
    const answer = await post('/api/user/login', { username, password: secret })
    if (answer.code !== 0) throw new Error(`The sign-in answered ${JSON.stringify(answer)}`)
    return (answer.data as { token: string }).token
  }

  async function call<P extends PathOf>(path: P, body: BodyOf<P>): Promise<AnswerOf<P>> {
    token ||= await signIn()
    let answer = await post(path, body, token)
    if (answer.code === 4000) answer = await post(path, body, (token = await signIn()))
    if (answer.code !== 0) throw new Error(`${path} answered ${JSON.stringify(answer)}`)
    return answer.data as AnswerOf<P>
  }

  machine.power.onReboot(() => stop(), start)
  await start()
  return {
    address,
    folder,
    machine,
    get one_time_password() {
      return one_time_password
    },
    get pid() {
      return child?.pid ?? 0
    },
    signIn,
    async session() {
      await call('/api/device/get_basic_info', {})
      return token
    },
    passwordIs: (secret) => void (secret_now = secret),
    call,
    stop,
    start,
    complaints: () =>
      logged.splice(0).filter((line) => /"level":"(error|fatal)"/.test(line) || !line.startsWith('{')),
    async end() {
      await machine.stop()
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
