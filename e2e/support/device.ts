/** A real device server for a worker: the built one, on a data folder of its own. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { startMachine, type Machine } from '@parking/sim/os/machine.ts'
import { ownProcess, type Ending, type Runner, type RunningServer } from './device-runner.ts'
import type { BodyOf, AnswerOf, PathOf } from './wire.ts'
import { root } from '#scripts/lib/root.mjs'

export const username = 'admin'
/** What PARKING_ADMIN_PASSWORD gives the device, so that tests need not begin with the one-time password. */
export const password = 'Kerb#2026'

export type DeviceOptions = {
  /** True: no PARKING_ADMIN_PASSWORD, so that the device makes a one-time password. */
  one_time?: boolean
  /** Where it listens if nobody else does by then; otherwise, and when none is named, at a free port. */
  port?: string
  env?: Record<string, string>
  /** How its server is run; if nothing else is said, as a program of its own. */
  run?: Runner
}

export type Device = {
  /** `http://127.0.0.1:PORT`; stays the same when the server is stopped and started again. */
  readonly address: string
  readonly one_time_password: string | undefined
  readonly folder: string
  readonly pid: number
  /** The simulated machine it runs on: never is a program of the real one run. It survives the server's power cuts. */
  readonly machine: Machine
  /** A new session of the administrator. */
  signIn(secret?: string): Promise<string>
  /** The administrator's session for a test's page: the one that the test before it had, if it still holds. */
  pageSession(): Promise<string>
  /** Tells the device's own client which password holds now. */
  passwordIs(secret: string): void
  /** Makes a call as the administrator; throws when the answer's code is not 0. */
  call<P extends PathOf>(path: P, body: BodyOf<P>): Promise<AnswerOf<P>>
  /** Ends the server: in order, or as a power cut would. */
  stop(how?: Ending): Promise<void>
  /** Starts it again on the same port and data. */
  start(): Promise<void>
  /** Lines of level error or fatal that the server has written since the last time this was asked. */
  complaints(): string[]
  /** Ends it for good and removes its data. */
  end(): Promise<void>
}

/** Starts a device; resolves when it listens. */
export async function startDevice({
  one_time = false,
  port: wanted,
  env = {},
  run = ownProcess,
}: DeviceOptions = {}): Promise<Device> {
  const folder = mkdtempSync(join(tmpdir(), 'parking-e2e-'))
  const said: string[] = []
  const machine = await startMachine({
    folder: join(folder, 'machine'),
    requests: join(folder, 'data', 'root'),
  })
  let [port, one_time_password, token, of_pages, known] = [
    wanted && (await isFree(Number(wanted))) ? wanted : '0',
    undefined as string | undefined,
    '',
    '',
    password,
  ]
  let running: RunningServer | undefined
  let listens = (): void => undefined

  async function start(): Promise<void> {
    const started = await run(
      {
        TZ: 'Asia/Shanghai',
        PARKING_HOST: '127.0.0.1',
        PARKING_PORT: port,
        PARKING_DATA: join(folder, 'data'),
        PARKING_LOG: 'warn',
        PARKING_ALLOW_LOOPBACK: '1',
        PARKING_APP: JSON.stringify([process.execPath, join(root, 'sim/dist/analysis.js')]),
        STREET_POLL_MS: '300',
        ...machine.env,
        ...(one_time ? {} : { PARKING_ADMIN_PASSWORD: password }),
        ...env,
      },
      { out: (line) => hear(line), err: (line) => said.push(line) },
    )
    running = started
    await new Promise<void>((resolve, reject) => {
      listens = resolve
      void started.gone.then(
        (code) => reject(new Error(`The server ended with ${code}:\n${said.join('\n')}`)),
        reject,
      )
    })
    await machine.network.serve(Number(port))
  }

  function hear(line: string): void {
    one_time_password = /^One-time password: (.*)$/.exec(line)?.[1] ?? one_time_password
    const at = /^Console: http:\/\/.*:(\d+)$/.exec(line)?.[1]
    if (at === undefined) return
    port = at
    listens()
  }

  async function stop(how: Ending = 'in order'): Promise<void> {
    const ending = running
    running = undefined
    await ending?.stop(how)
  }

  const post = async (path: string, body: unknown, bearer: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
    })
    return (await response.json()) as { code: number; message: string; data: unknown }
  }
  const sound = async (path: string, body: unknown, bearer: string) => {
    const answer = await post(path, body, bearer)
    if (answer.code !== 0) throw new Error(`${path} answered ${JSON.stringify(answer)}`)
    return answer.data
  }
  const signIn = async (secret = known) =>
    ((await sound('/api/user/login', { username, password: secret }, '')) as { token: string }).token

  machine.power.onReboot(() => stop(), start)
  await start()
  return {
    get address() {
      return `http://127.0.0.1:${port}`
    },
    get one_time_password() {
      return one_time_password
    },
    get pid() {
      return running?.pid ?? 0
    },
    folder,
    machine,
    signIn,
    async pageSession() {
      // Checking a password is made to be slow; asking whether a session holds is not.
      if (!of_pages || (await post('/api/device/get_basic_info', {}, of_pages)).code !== 0)
        of_pages = await signIn()
      return of_pages
    },
    passwordIs: (secret) => void (known = secret),
    async call(path, body) {
      token ||= await signIn()
      let answer = await post(path, body, token)
      if (answer.code === 4000) {
        token = await signIn()
        answer = await post(path, body, token)
      }
      if (answer.code !== 0) throw new Error(`${path} answered ${JSON.stringify(answer)}`)
      return answer.data as AnswerOf<typeof path>
    },
    stop,
    start,
    complaints: () =>
      said.splice(0).filter((line) => /"level":"(error|fatal)"/.test(line) || !line.startsWith('{')),
    async end() {
      await machine.stop()
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function isFree(port: number): Promise<boolean> {
  const trial = createServer().listen(port, '127.0.0.1')
  try {
    await once(trial, 'listening')
    return true
  } catch {
    return false
  } finally {
    trial.close()
  }
}
