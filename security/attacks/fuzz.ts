/**
 * Row 26: a hundred thousand seeded random bodies to all calls. No code 9000, no HTTP 5xx, bounded memory.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { calls, code, type CallName } from '@parking/contract'
import { anyBody } from '@parking/server/test/http/any-body.ts'
import fc from 'fast-check'
import type { Attack } from '../support/lab.ts'
import { makeFresh } from '../support/state.ts'
import { password, type Answer, type Session, type Target } from '../support/target.ts'

/** Calls that compute a password's hash, run programs, wait for a peer or pack the device get few bodies. */
const slow = new Set<string>(
  `login change_password confirm_password logout end_session end_sessions delete_user
    reset_user_password add_user update_user add_onvif_camera update_onvif_camera snapshot
    add_common_camera update_common_camera discover_cameras try_onvif_camera try_common_camera
    support_bundle diagnose export_document preview_import test_storage test_platform test_mail test_ntp
    register_vpn_online preview_event_param update_software update_software_cache set_ipv4 set_dns
    begin_second_factor enable_second_factor disable_second_factor reset_second_factor set_time
    app_control request_certificate import_certificate verify_audit`.split(/\s+/),
)
/** A valid body would end the process regularly, so these calls get only bodies that are refused. */
const ends = new Set<string>(['reboot', 'restore', 'bring_back_snapshot', 'erase_device', 'erase'])
const known = new Set<number>(Object.values(code))
/** The server's memory limit, above which it refuses calls (http/load-guard.ts). */
const max_mb = 768

export const fuzz: Attack = async ({ target, quick }, row) => {
  const total = quick ? 5_000 : 100_000
  const seed = 20_261_123
  const names = Object.keys(calls) as CallName[]
  const few = quick ? 4 : 20
  const many = Math.ceil((total - few * slow.size) / (names.length - slow.size))
  const faults: string[] = []
  const codes = new Map<number, number>()
  let [sent, session] = [0, await target.signIn('admin', password)]
  const [exits, held_before] = [target.exits(), target.heldBack()]
  const memory = watchMemory(target)
  const before = memory.now()
  let signing: Promise<Session> | undefined
  const again = () =>
    (signing ??= target.signIn('admin', password).then((made) => {
      session = made
      signing = undefined
      return made
    }))

  async function one(name: CallName, body: unknown, at: string): Promise<void> {
    if (ends.has(name) && calls[name].body.safeParse(body).success) return
    sent++
    try {
      const { path, method } = calls[name]
      const text = JSON.stringify(body) ?? ''
      const heard = await target.send(
        name,
        body,
        session,
        method === 'GET' ? { path: `${path}?x=${encodeURIComponent(text)}` } : { body: text },
      )
      const answer = JSON.parse(heard.body) as Answer
      codes.set(answer.code, (codes.get(answer.code) ?? 0) + 1)
      if (heard.status >= 500 || answer.code === code.internal || !known.has(answer.code))
        faults.push(`${at}: HTTP ${heard.status} ${heard.body.slice(0, 200)} for ${text.slice(0, 200)}`)
      if (answer.code === code.token_expired && !/^(logout|end_sessions?)$/.test(name)) await again()
    } catch (error) {
      faults.push(`${at}: ${String(error)}`)
    }
  }
  // Sixteen at a time. The bodies of a call are made in batches, so that this process stays small too.
  const jobs = names.flatMap((name, i) => {
    const count = slow.has(name) ? few : many
    return Array.from({ length: Math.ceil(count / 100) }, (_, piece) => ({
      name,
      seed: seed + i * 1000 + piece,
      count: Math.min(100, count - piece * 100),
    }))
  })
  const order =
    fc.sample(fc.shuffledSubarray(jobs, { minLength: jobs.length }), { seed, numRuns: 1 })[0] ?? jobs
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let job = order.pop(); job; job = order.pop()) {
        const bodies = fc.sample(anyBody(job.name), { seed: job.seed, numRuns: job.count })
        for (const [at, body] of bodies.entries()) await one(job.name, body, `${job.name} ${job.seed}/${at}`)
        if (job.seed % 7 === 0) makeFresh(target)
      }
    }),
  )
  const highest = memory.stop()
  await wait(quick ? 1_000 : 10_000)
  const after = memory.now()
  row.check(
    `${sent} requests: none is answered with 9000 or HTTP 5xx`,
    faults.length === 0,
    faults.slice(0, 5).join(' | '),
  )
  row.check('the process did not end', target.exits() === exits)
  row.check(`its memory stays below ${max_mb} MB`, highest < max_mb, `${highest.toFixed(0)} MB`)
  const held_back = target.heldBack() - held_before
  row.note(`${held_back} requests were held back, because the device was too busy`)
  row.note(`seed ${seed}; memory ${mb(before)} before, ${mb(highest)} at most, ${mb(after)} after`)
  row.note(
    `codes: ${[...codes]
      .sort(([a], [b]) => a - b)
      .map(([key, n]) => `${key}: ${n}`)
      .join(', ')}`,
  )
}

const mb = (value: number): string => `${value.toFixed(0)} MB`

/** Resident memory of the device in MB. */
export function watchMemory({ pid }: Target): { now(): number; stop(): number } {
  const now = () => {
    try {
      const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid()}/status`, 'utf8'))?.[1]
      return (Number(kb ?? 0) * 1024) / 1_000_000
    } catch {
      return 0
    }
  }
  let highest = now()
  const timer = setInterval(() => (highest = Math.max(highest, now())), 200)
  return {
    now,
    stop() {
      clearInterval(timer)
      return highest
    },
  }
}
