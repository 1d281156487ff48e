/** A device for tests and benchmarks: the built server on a simulated box, and a client that is signed in. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { AnswerAt, BodyAt } from '@parking/console/core/api.ts'
import type { Path } from '@parking/contract'
import { openBox } from '@parking/sim/box.ts'
import { root } from '#scripts/lib/root.mjs'
import { freePort } from './free-port.ts'
import { postTo } from './post.ts'

export const username = 'admin'
/** The administrator's first password; without it in `env` the device makes a one-time password. */
export const password = 'Kerb#2026'

export type Device = Awaited<ReturnType<typeof startDevice>>

/**
 * Starts a device; resolves when it listens. `authority`: a PEM that it trusts in addition to the system's.
 * `time_server`: the time server that its machine uses. `build`: the folder of another build of the product.
 */
export async function startDevice(
  env: Record<string, string> = {},
  authority?: string,
  time_server?: string,
  build: string = root,
) {
  const folder = mkdtempSync(join(tmpdir(), 'parking-e2e-'))
  const port = await freePort()
  const address = `${env['PARKING_TLS'] === 'on' ? 'https' : 'http'}://127.0.0.1:${port}`
  const send = postTo(address)
  const logged: string[] = []
  let [one_time_password, token, confirmed_ms] = ['', '', 0]
  const box = await openBox({
    program: join(build, 'server/dist/main.js'),
    build,
    data: join(folder, 'data'),
    authority,
    ...(time_server !== undefined && { time_server }),
    env: {
      ...process.env,
      TZ: 'Asia/Shanghai',
      PARKING_HOST: '127.0.0.1',
      PARKING_PORT: String(port),
      PARKING_DATA: join(folder, 'data'),
      PARKING_LOG: 'warn',
      PARKING_ALLOW_LOOPBACK: '1',
      PARKING_PASSWORD_TUNING: '0',
      PARKING_ADMIN_PASSWORD: password,
      PARKING_APP: JSON.stringify([process.execPath, join(root, 'sim/dist/analysis.js')]),
      PARKING_REPLAY_TOOL: JSON.stringify([process.execPath, join(root, 'sim/dist/replay.js')]),
      STREET_POLL_MS: '600',
      ...env,
    },
    onLine: (line) => {
      one_time_password = /^One-time password: (.*)$/.exec(line)?.[1] ?? one_time_password
    },
    onLog: (line) => logged.push(line),
  })

  async function post(path: string, body: unknown) {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    return (await send(path, body, headers)) as { code: number; data: unknown }
  }

  /** A new session of the administrator, which later calls use. */
  async function signIn(secret = password): Promise<string> {
    const answer = await post('/api/user/login', { username, password: secret })
    if (answer.code !== 0) throw new Error(`The sign-in answered ${JSON.stringify(answer)}`)
    confirmed_ms = Date.now()
    return (token = (answer.data as { token: string }).token)
  }

  /** Enters the password again, which some calls require every five minutes. */
  async function confirm(): Promise<boolean> {
    const answer = await post('/api/user/confirm_password', { password })
    confirmed_ms = Date.now()
    return answer.code === 0
  }

  /** Makes a call as the administrator; throws when the answer's code is not 0. */
  async function call<P extends Path>(path: P, body: BodyAt<P>): Promise<AnswerAt<P>> {
    if (token === '') await signIn()
    let answer = await post(path, body)
    if (answer.code === 4000 && (await signIn())) answer = await post(path, body)
    if (answer.code === 4031 && (await confirm())) answer = await post(path, body)
    // A device on a very busy machine answers busy without carrying out the call, which is then repeated.
    for (let turn = 0; answer.code === 6000 && turn < 5; turn++) {
      await wait(2_000)
      answer = await post(path, body)
    }
    if (answer.code !== 0) throw new Error(`${path} answered ${JSON.stringify(answer)}`)
    return answer.data as AnswerAt<P>
  }

  await box.start()
  return {
    /** `http://127.0.0.1:PORT` (https with PARKING_TLS), the same after a restart. */
    address,
    folder,
    /** The simulated machine, which survives power cuts; no program of the real one is ever run. */
    machine: box.machine,
    get pid() {
      return box.pid
    },
    one_time_password,
    signIn,
    /**
     * A valid session in which the password was entered recently: the last session if it is still valid,
     * because checking a password is slow.
     */
    async session() {
      await call('/api/device/get_basic_info', {})
      if (Date.now() - confirmed_ms > 60_000) await confirm()
      return token
    },
    call,
    start: box.start,
    stop: box.stop,
    /**
     * Removes the lines logged so far, and returns those of level error or fatal and those that are not JSON.
     */
    complaints: () =>
      logged.splice(0).filter((line) => /"level":"(error|fatal)"/.test(line) || !line.startsWith('{')),
    /** Stops the device for good and removes its data. */
    async end() {
      await box.machine.stop()
      await box.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
