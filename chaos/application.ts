/**
 * The analysis application of the run (docs/analysis-socket.md): it keeps every event until it is
 * acknowledged, comes back after each cut, and sends again what it has no answer for. What it holds an
 * acknowledgement for is what must never be lost.
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
  /** Of acknowledged ones: how often the server has said that it had the event already. */
  readonly counts: { duplicates: number; busy: number; no_room: number; cuts: number; refused: string[] }
  /** Reports an acknowledged event once more. */
  repeat(uuid: string): void
  /**
   * Makes so many events and puts their pictures into the spool folder, but keeps still until `tell`.
   * Resolves when they are there, or when there are no more.
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
   * Reports a second at most, asked twenty times a second: a street that does not wait for the platform, but
   * does not run away from it either.
   */
  rate: () => number
  /** Of a hundred events: so many with a picture of 200 kB, so many whose picture the device draws on. */
  big_share: number
  drawn_share: number
  /** The same seed makes the same events in the same order. */
  seed: number
  /** After each acknowledgement. */
  acknowledged: (count: number) => void
}

/** Reports under way at once. */
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
   * Made and not acknowledged, oldest first; `in_flight` are those of them that the server has been told of
   * over this connection.
   */
  const pending = new Map<string, Report>()
  const in_flight = new Set<string>()
  const repeats: string[] = []
  let preparing: { left: number; there: () => void } | undefined
  let [made, spool, closed] = [0, '', false]
  let socket: Socket | undefined
  let [allowed, last] = [0, performance.now()]
  const { next } = createRng(seed + 1)

  function make(): Report {
    const n = made++
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
   * False where there is no room for the picture. One that lies there already may be the device's own by now:
   * it is left alone.
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

  /** As many as the window and the rate allow: first what was not acknowledged, then new ones. */
  function pump(): void {
    if (!socket || spool === '') return
    if (preparing) return prepare(preparing)
    for (const uuid of repeats.splice(0)) {
      const known = acked.get(uuid)
      if (known) report(known)
    }
    for (const one of pending.values()) {
      if (in_flight.size >= window) return
      if (!in_flight.has(one.uuid)) report(one)
    }
    while (made < Math.min(events, allowed) && pending.size < window) report(make())
  }

  function prepare(prepare: { left: number; there: () => void }): void {
    for (; prepare.left > 0 && made < events; prepare.left--) if (!spooled(make())) return
    prepare.there()
  }

  function onLine(line: string): void {
    const said = JSON.parse(line) as {
      type: string
      id?: string
      uuid?: string
      result?: string
      message?: string
      spool?: string
    }
    if (said.type === 'config') {
      spool = said.spool ?? ''
      return pump()
    }
    const uuid = said.id ?? ''
    in_flight.delete(uuid)
    if (said.type === 'busy') counts.busy++ // kept; the next beat tries it again
    if (said.type === 'refused') counts.refused.push(`${uuid}: ${line}`)
    if (said.type !== 'ack') return
    if (said.result === 'duplicate') counts.duplicates++
    const one = pending.get(uuid)
    if (!one) return
    pending.delete(uuid)
    acked.set(uuid, one)
    acknowledged(acked.size)
    pump()
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

  // A heartbeat: comes back after a cut, tries again what was turned away, keeps to the rate. What it may not
  // report in one beat it may not make up for in the next.
  const ticker = setInterval(() => {
    const now = performance.now()
    if (spool !== '')
      allowed = Math.min(Math.max(allowed, made), made + window) + ((now - last) / 1000) * rate()
    last = now
    connectIfNeeded()
    pump()
  }, 50)
  return {
    acked,
    counts,
    repeat: (uuid) => void repeats.push(uuid),
    prepare: (left) => new Promise((there) => (preparing = { left, there })),
    reportPrepared: () => void (preparing = undefined),
    close() {
      closed = true
      clearInterval(ticker)
      socket?.destroy()
    },
  }
}

/** RFC 9562, version 8: out of the seed. */
function uuidOf(seed: number, n: number): string {
  const hex = createHash('sha256').update(`${seed} ${n}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
