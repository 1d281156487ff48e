/**
 * The device under attack: the built server with the installed profile (HTTPS on every address, no loopback
 * permission, password cost tuned to the machine) on a simulated machine, so that this machine is not
 * changed.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { calls, code, type CallName } from '@parking/contract'
import { openBox } from '@parking/sim/box.ts'
import { freePort } from '#e2e/support/free-port.ts'
import { root } from '#scripts/lib/root.mjs'
import { openClient, type Ask, type Heard } from './client.ts'

export const password = 'Kerb#2026-first'
/** A session as a browser holds it: the token, and the cookies that no script can read. */
export type Session = { token: string; cookie: string }
export type Answer = { code: number; data: Record<string, unknown>; message: string; request_id: string }
export type Target = Awaited<ReturnType<typeof startTarget>>

/** `owned`: the administrator has a password of ours instead of a one-time password. */
export async function startTarget({ owned = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'parking-security-'))
  const data = join(folder, 'data')
  const port = await freePort()
  const printed: string[] = []
  const logged: string[] = []
  let [exits, held_back] = [0, 0]
  const box = await openBox({
    program: join(root, 'server/dist/main.js'),
    data,
    env: {
      PATH: process.env['PATH'],
      PARKING_HOST: '::',
      PARKING_PORT: String(port),
      PARKING_TLS: 'on',
      PARKING_DATA: data,
      PARKING_LOG: 'debug',
      PARKING_DISCOVERY_PORT: '9',
      ...(owned && { PARKING_ADMIN_PASSWORD: password }),
    },
    onLine: (line) => printed.push(line),
    onLog: (line) => logged.push(line),
    onExit: () => exits++,
  })
  await box.start()
  const ask = openClient(port, () => readFileSync(join(data, 'tls/own.pem'), 'utf8'))

  async function call(name: CallName, body: unknown, session?: Session, more: Ask = {}): Promise<Answer> {
    return JSON.parse((await send(name, body, session, more)).body) as Answer
  }
  /** Waits as long as `Retry-After` says when the whole device is overloaded (http/load-guard.ts). */
  async function send(name: CallName, body: unknown, session?: Session, more: Ask = {}): Promise<Heard> {
    for (let tries = 0; ; tries++) {
      const heard = await sendOnce(name, body, session, more)
      const seconds = Number(heard.headers['retry-after'])
      if (!(seconds > 0) || tries >= 30) return heard
      held_back++
      await wait(seconds * 1_000)
    }
  }
  function sendOnce(name: CallName, body: unknown, session?: Session, more: Ask = {}): Promise<Heard> {
    const { path, method } = calls[name]
    return ask({
      method,
      path,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
      ...more,
      headers: { ...headersOf(session), ...more.headers },
    })
  }
  /** Signs in; throws if the sign-in is refused. */
  async function signIn(username: string, secret: string, more: Ask = {}): Promise<Session> {
    const heard = await send('login', { username, password: secret }, undefined, more)
    const answer = JSON.parse(heard.body) as Answer
    if (answer.code !== code.success) throw new Error(`The sign-in of ${username} answered ${heard.body}`)
    return { token: String(answer.data['token']), cookie: cookiesIn(heard) }
  }
  /** Adds a user of this role with a password of ours and signs the user in. */
  async function addUser(admin: Session, username: string, role: string): Promise<Session> {
    const made = await call('add_user', { username, name: '', role }, admin)
    const first = String(made.data['one_time_password'])
    const session = await signIn(username, first)
    const heard = await send('change_password', { old_password: first, new_password: password }, session)
    const { data: changed } = JSON.parse(heard.body) as Answer
    return { token: String(changed['token']), cookie: cookiesIn(heard) || session.cookie }
  }

  return {
    port,
    data,
    folder,
    machine: box.machine,
    printed,
    logged,
    /** Number of times the device ended unexpectedly. */
    exits: () => exits,
    /** Number of times the device was too busy to answer. */
    heldBack: () => held_back,
    pid: () => box.pid,
    start: box.start,
    stop: box.stop,
    one_time_password: () => valueAfter(printed, 'One-time password: '),
    ask,
    call,
    send,
    signIn,
    addUser,
    async end() {
      await box.machine.stop()
      await box.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const headersOf = (session?: Session): Record<string, string> =>
  session ? { authorization: `Bearer ${session.token}`, cookie: session.cookie } : {}

/** The cookies of an answer, as a browser sends them back. */
export const cookiesIn = ({ headers }: Heard): string =>
  (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')

const valueAfter = (lines: readonly string[], start: string): string =>
  lines.find((line) => line.startsWith(start))?.slice(start.length) ?? ''
