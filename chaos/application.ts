/**
 * The simulated analysis application of the run (docs/analysis-socket.md). It keeps every event until it is
 * acknowledged, reconnects after each cut and resends unanswered events. Long because all of it shares one
 * connection.
 */
import { createHash } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createRng } from '@parking/sim/street/rng.ts'
import { camera_sn, lotName, scene_id } from './device.ts'
import { makePicture, sha256 } from './picture.ts'

export type Report = {
  n: number
  uuid: string
  lot_no: string
  event_type: number
  kind: 'car' | 'image'
  big: boolean
  sha256: string
}
export type Application = {
  readonly acked: ReadonlyMap<string, Report>
  /** Counts of the server's answers; `duplicates`: how often the server already had the event. */
  readonly counts: { duplicates: number; busy: number; no_room: number; cuts: number; refused: string[] }
  /** Reports an acknowledged event again. */
  repeat(uuid: string): void
  /**
   * Creates this many events and writes their pictures into the spool folder without reporting them, until
   * `reportPrepared`. Resolves when all are written, or when the run has no more events.
   */
  prepare(count: number): Promise<void>
  reportPrepared(): void
  close(): void
}
export type ApplicationOptions = {
  socket: string
  jpeg: Buffer
  events: number
  lots: number
  /**
   * Reports per second, read twenty times a second. Events do not wait for the platform, but do not get far
   * ahead of it either.
   */
  rate: () => number
  /** Percentages of events with a picture of 200 kB, and of events whose picture the device draws on. */
  big_share: number
  drawn_share: number
  /** The same seed creates the same events in the same order. */
  seed: number
  /** Called after each acknowledgement. */
  acknowledged: (count: number) => void
}

/** Reports in flight at once. */
const window = 32

export function startApplication({
  socket: path,
  jpeg,
  events,
  lots,
  rate,
  big_share,
  drawn_share,
  seed,
  acknowledged,
}: ApplicationOptions): Application {
  const acked = new Map<string, Report>()
  const counts: Application['counts'] = { duplicates: 0, busy: 0, no_room: 0, cuts: 0, refused: [] }
  /**
   * Events created and not yet acknowledged, oldest first; `in_flight` has those sent over the current
   * connection.
   */
  const pending = new Map<string, Report>()
  const in_flight = new Set<string>()
  const repeats: string[] = []
  let preparing: { left: number; done: () => void } | undefined
  let [created, spool, closed] = [0, '', false]
  let socket: Socket | undefined
  let [allowed, last] = [0, performance.now()]
  const { next } = createRng(seed + 1)

  function make(): Report {
    const n = created++
    const drawn = next() * 100 < drawn_share
    const big = next() * 100 < big_share
    const report: Report = {
      n,
      uuid: uuidOf(seed, n),
      lot_no: lotName(Math.floor(next() * lots)),
      event_type: 1 + (n % 3),
      kind: drawn ? 'image' : 'car',
      big,
      sha256: sha256(makePicture(jpeg, n, big)),
    }
    pending.set(report.uuid, report)
    return report
  }

  /**
   * Writes the picture; false if the disk is full. An existing file may already belong to the device and is
   * not touched.
   */
  function spooled({ n, uuid, big }: Report): boolean {
    const file = join(spool, `${uuid}.jpg`)
    if (existsSync(file)) return true
    try {
      writeFileSync(file, makePicture(jpeg, n, big))
      return true
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      rmSync(file, { force: true })
      counts.no_room++
      return false
    }
  }

  function report(one: Report): void {
    if (!spooled(one)) return
    in_flight.add(one.uuid)
    const { uuid, lot_no, event_type, kind, n } = one
    socket?.write(
      `${JSON.stringify({
        type: 'event',
        id: uuid,
        event: {
          uuid,
          event_time: Date.now(),
          camera_sn,
          scene_id,
          lot_no,
          event_type,
          plate_number: `粤B${String(10_000 + (n % 90_000))}`,
          plate_color: 'blue',
          confidence: 97,
          pictures: [{ kind, file: `${uuid}.jpg` }],
        },
      })}\n`,
    )
  }

  /** Sends as much as the window and the rate allow: unacknowledged events first, then new ones. */
  function sendPending(): void {
    if (!socket || spool === '') return
    if (preparing) return prepare(preparing)
    for (const uuid of repeats.splice(0)) {
      const reported = acked.get(uuid)
      if (reported) report(reported)
    }
    for (const one of pending.values()) {
      if (in_flight.size >= window) return
      if (!in_flight.has(one.uuid)) report(one)
    }
    while (created < Math.min(events, allowed) && pending.size < window) report(make())
  }

  function prepare(batch: { left: number; done: () => void }): void {
    for (; batch.left > 0 && created < events; batch.left--) if (!spooled(make())) return
    batch.done()
  }

  function onLine(line: string): void {
    const message = JSON.parse(line) as {
      type: string
      id?: string
      uuid?: string
      result?: string
      message?: string
      spool?: string
    }
    if (message.type === 'config') {
      spool = message.spool ?? ''
      return sendPending()
    }
    const uuid = message.id ?? ''
    in_flight.delete(uuid)
    if (message.type === 'busy') counts.busy++ // stays pending; the next tick sends it again
    if (message.type === 'refused') counts.refused.push(`${uuid}: ${line}`)
    if (message.type !== 'ack') return
    if (message.result === 'duplicate') counts.duplicates++
    const one = pending.get(uuid)
    if (!one) return
    pending.delete(uuid)
    acked.set(uuid, one)
    acknowledged(acked.size)
    sendPending()
  }

  function connectIfNeeded(): void {
    if (socket || closed) return
    const mine = (socket = connect(path))
    mine.on('connect', () =>
      mine.write(`${JSON.stringify({ type: 'hello', protocol: 1, name: 'chaos', version: '1' })}\n`),
    )
    createInterface({ input: mine })
      .on('line', onLine)
      .on('error', () => undefined)
    mine
      .on('error', () => undefined)
      .on('close', () => {
        if (spool !== '') counts.cuts++
        socket = undefined
        spool = ''
        in_flight.clear()
      })
  }

  // Reconnects after a cut, resends rejected events and keeps to the rate. The unused allowance of one tick
  // does not carry over to the next.
  const ticker = setInterval(() => {
    const now = performance.now()
    if (spool !== '')
      allowed = Math.min(Math.max(allowed, created), created + window) + ((now - last) / 1000) * rate()
    last = now
    connectIfNeeded()
    sendPending()
  }, 50)
  return {
    acked,
    counts,
    repeat: (uuid) => void repeats.push(uuid),
    prepare: (left) => new Promise((done) => (preparing = { left, done })),
    reportPrepared: () => void (preparing = undefined),
    close() {
      closed = true
      clearInterval(ticker)
      socket?.destroy()
    },
  }
}

/** A UUID of version 8 (RFC 9562), derived from the seed. */
function uuidOf(seed: number, n: number): string {
  const hex = createHash('sha256').update(`${seed} ${n}`).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`]
  return [...parts, hex.slice(20, 32)].join('-')
}
