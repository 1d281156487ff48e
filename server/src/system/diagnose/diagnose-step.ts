/**
 * Runs one step of the guided check, with a time limit. A
 * failure of another machine is a finding, not an error.
 */
import type { Answer } from '@parking/contract'
import { setTimeout as wait } from 'node:timers/promises'
import type { BoxClock } from '#src/device/box-clock.ts'
import { SystemError } from '#src/ports/system-error.ts'
import type { Deps } from '#src/core/deps.ts'
import type { Found, Step } from './diagnose-found.ts'
import { checkDns, checkGateway, checkLink } from './diagnose-network.ts'
import { checkCameras, checkPlatform, checkTime } from './diagnose-peers.ts'
import { openRedactor } from '../redact/redact.ts'
import { randomBytes } from 'node:crypto'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isFull, spaceOf } from '#src/core/files/disk-space.ts'

type Needs = Deps & { box_clock: BoxClock }

/** Time limit of a step. */
const step_ms = 8_000

type Check = {
  run: (deps: Needs) => Promise<Found>
  /** The finding when the step times out. */
  late: Found['finding']
}

const checks: Record<Step, Check> = {
  link: { run: checkLink, late: 'not_supported' },
  gateway: { run: checkGateway, late: 'gateway_silent' },
  dns: { run: checkDns, late: 'dns_silent' },
  time: { run: checkTime, late: 'time_server_silent' },
  platform: { run: checkPlatform, late: 'platform_silent' },
  storage: { run: checkStorage, late: 'disk_slow' },
  cameras: { run: async (deps) => checkCameras(deps), late: 'cameras_offline' },
}

export async function checkStep(step: Step, deps: Needs, limit_ms = step_ms): Promise<Answer<'diagnose'>> {
  const began = performance.now()
  const { run, late } = checks[step]
  const over = new AbortController()
  const found = await Promise.race([
    run(deps).catch((error: unknown) => findingOfError(error, deps)),
    wait(
      limit_ms,
      {
        result: late === 'not_supported' ? 'skipped' : 'failed',
        finding: late,
        facts: { waited_s: Math.round(limit_ms / 1000) },
      } satisfies Found,
      { signal: over.signal },
    ).catch(() => neverUsed),
  ])
  over.abort()
  return { step, ...found, facts: shown(found.facts, deps), took_ms: Math.round(performance.now() - began) }
}

const neverUsed: Found = { result: 'skipped', finding: 'not_supported', facts: {} }

/** A failure of the box's own tools does not mean a bad connection, so the check continues. */
function findingOfError(error: unknown, { log }: Needs): Found {
  if (!(error instanceof SystemError)) log.error({ err: error }, 'a step of the guided check failed')
  const said = error instanceof SystemError ? error.detail || error.message : ''
  return { result: 'skipped', finding: 'not_supported', facts: said === '' ? {} : { said } }
}

/** Redacts and shortens texts: a peer's message may be long and may repeat what was sent to it. */
function shown(facts: Found['facts'], deps: Needs): Found['facts'] {
  const redact = openRedactor(deps)
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === 'string' ? redact.text(value).slice(0, 300) : value,
    ]),
  )
}

/**
 * The step `storage` of the guided check: the free space of the disk, its write speed, and whether written
 * data reads back intact.
 */
const slow_ms = 2_000
const probe_bytes = 256 * 1024

async function checkStorage({ folder }: Pick<Deps, 'folder'>): Promise<Found> {
  const space = await spaceOf(folder).catch(() => undefined)
  if (!space) return { result: 'failed', finding: 'no_storage', facts: {} }
  const facts = { free: space.free, total: space.total }
  if (isFull(space)) return { result: 'failed', finding: 'disk_full', facts }
  try {
    const write_ms = await writeAndRead(join(folder, `.diagnose-${randomBytes(6).toString('hex')}`))
    return write_ms > slow_ms
      ? { result: 'failed', finding: 'disk_slow', facts: { ...facts, write_ms } }
      : { result: 'good', finding: 'ok', facts: { ...facts, write_ms } }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return {
      result: 'failed',
      finding: code === 'ENOSPC' || code === 'EDQUOT' ? 'disk_full' : 'no_storage',
      facts: { ...facts, ...(code && { said: code }) },
    }
  }
}

/** Milliseconds needed to write the probe to the disk. Throws if it reads back differently. */
async function writeAndRead(file: string): Promise<number> {
  const wanted = randomBytes(probe_bytes)
  const began = performance.now()
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(wanted)
    await handle.sync()
    const took = Math.round(performance.now() - began)
    if (!(await readFile(file)).equals(wanted))
      throw new Error('the data read back differ from the data written')
    return took
  } finally {
    await handle.close()
    await rm(file, { force: true })
  }
}
