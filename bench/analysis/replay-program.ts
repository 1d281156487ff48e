/**
 * Run by `bench:analysis` in a process of its own: the analysis program of a build, with a clock of its own,
 * at one drawn camera that its parent draws. Prints processor seconds, looks and events as JSON.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { Config, EventBody, FromServer } from '@parking/analysis/socket/wire.ts'
import type { loadVision } from '@parking/analysis/vision/load-vision.ts'
import type { createProgram, ProgramNeeds } from '@parking/analysis/watch/program.ts'
import { alg_factory, event_factory } from '@parking/contract/params/params.ts'

/** What the parent sends first. `lots` are those of the scene; times in milliseconds since 1970. */
export type Replay = {
  readonly build: string
  readonly start: number
  readonly until: number
  readonly lots: Config['scenes'][number]['lots']
}
export type Replayed = {
  readonly processor_s: number
  readonly looks: number
  readonly events: readonly string[]
}

// As in the program's main.ts.
setFlagsFromString('--wasm-num-compilation-tasks=1')

process.once('message', (given) => void replay(given as Replay))

/** The next picture that the parent draws. */
const drawnAt = (time: number): Promise<Uint8Array> =>
  new Promise((resolve) => {
    process.once('message', (jpeg) => resolve(jpeg as Uint8Array))
    process.send!(time)
  })

async function replay({ build, start, until, lots }: Replay): Promise<void> {
  const from = (file: string) => import(join(build, 'analysis/src', file))
  const of_program = (await from('watch/program.ts')) as { createProgram: typeof createProgram }
  const of_vision = (await from('vision/load-vision.ts')) as { loadVision: typeof loadVision }
  const folder = mkdtempSync(join(tmpdir(), 'parking-bench-replay-'))
  // The state is stored beside the spool.
  const spool = join(folder, 'spool')
  mkdirSync(spool)
  const vision = await of_vision.loadVision({ folder: join(build, 'analysis/models') })
  const events: string[] = []
  let looks = 0
  let before: NodeJS.CpuUsage | undefined
  const clock = sharedClock(start, 2)
  const ended = new Promise<void>((resolve) => {
    const program = of_program.createProgram({
      openVision: vision.open,
      known: ['vehicle'],
      clock,
      openSource: () => ({
        async next() {
          const time = clock.now()
          if (time > until) {
            resolve()
            return new Promise(() => {})
          }
          const jpeg = await drawnAt(time)
          before ??= process.cpuUsage()
          looks++
          return { jpeg, time }
        },
        close() {},
      }),
      send(message) {
        const { type, id, event } = message as { type: string; id: string; event: EventBody }
        if (type !== 'event') return true
        events.push(eventText(event, start))
        for (const { file } of event.pictures) rmSync(join(spool, file), { force: true })
        const ack = { type: 'ack', id, uuid: event.uuid, result: 'stored' } as FromServer
        setImmediate(() => program.receive(ack))
        return true
      },
    } satisfies ProgramNeeds)
    program.receive(configOf(spool, lots))
  })
  await ended
  const { user, system } = process.cpuUsage(before)
  const said: Replayed = { processor_s: (user + system) / 1e6, looks, events }
  rmSync(folder, { recursive: true, force: true })
  process.send!(said, () => process.exit(0))
}

const eventText = ({ lot_no, event_type, event_time, plate_number, confidence }: EventBody, start: number) =>
  `${lot_no} ${event_type} ${((event_time - start) / 1000).toFixed(0)} s ${plate_number} ${confidence}`

/** A clock that moves on as soon as all its users wait: the camera and the health report. */
function sharedClock(start: number, users: number): ProgramNeeds['clock'] {
  let now = start
  const waiting = new Map<() => void, number>()
  return {
    now: () => now,
    wait: (ms) =>
      new Promise((resolve) => {
        waiting.set(resolve, now + ms)
        if (waiting.size < users) return
        const [first, at] = [...waiting].reduce((a, b) => (b[1] < a[1] ? b : a))
        waiting.delete(first)
        now = Math.max(now, at)
        first()
      }),
  }
}

const configOf = (spool: string, lots: Replay['lots']) =>
  ({
    type: 'config',
    revision: 1,
    spool,
    cameras: [
      {
        camera_sn: 'C',
        camera_name: 'C',
        frame_url: 'http://127.0.0.1:9/',
        stream_url_main: '',
        stream_url_sub: '',
      },
    ],
    scenes: [
      {
        scene_id: 's',
        camera_sn: 'C',
        scene_type: 0,
        enabled: true,
        moved: false,
        lots,
        feature: [],
        focus: null,
      },
    ],
    params: { alg_param: alg_factory, event_param: event_factory },
  }) as unknown as FromServer
