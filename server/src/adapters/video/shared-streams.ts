/** The streams that are open now: who wants one that is open already joins its session. */
import type { Socket } from 'node:net'
import { CameraError } from '#src/ports/camera-port.ts'
import type { VideoSource } from '#src/ports/video-port.ts'
import type { Reach } from '#src/core/outbound/address.ts'
import { connectStream } from './rtsp-connect.ts'
import { SharedStream, type Reader } from './shared-stream.ts'

/** A place in a session. `leave` gives back one that was never used. */
export type Seat = { serve(reader: Reader): void; leave(): void }

export type SharedStreams = {
  /**
   * Connects to the camera, or waits until another reader has opened the stream. Throws a CameraError of step
   * reach, port or stream.
   */
  join(source: VideoSource, opening_ms?: number): Promise<Seat>
}

const usual_opening_ms = 5_000

/** `reach`: the address rule. */
export function sharedStreams(reach: Reach): SharedStreams {
  const open = new Map<string, Promise<SharedStream>>()
  /** For each stream, the methods that its camera does not bear. */
  const breaks = new Map<string, Set<string>>()
  return {
    async join(source, opening_ms = usual_opening_ms) {
      const key = JSON.stringify([source.url, source.username, source.password, source.server_trust ?? ''])
      const deadline = performance.now() + Math.max(1, opening_ms)
      for (;;) {
        const known = open.get(key)
        if (!known) {
          const left_ms = Math.max(1, Math.round(deadline - performance.now()))
          const broken_by = breaks.get(source.url) ?? new Set<string>()
          breaks.set(source.url, broken_by)
          const connect = (url: string) => connectStream({ ...source, url }, reach)
          const made = connectStream(source, reach, left_ms).then(
            (camera: Socket) => new SharedStream(camera, source, connect, () => open.delete(key), broken_by),
          )
          open.set(key, made)
          made.catch(() => open.delete(key))
          return seatIn(await made)
        }
        const stream = await within(
          deadline,
          known.catch(() => undefined),
        )
        if (stream?.state === 'opening') await within(deadline, stream.settled)
        if (stream?.state === 'playing') return seatIn(stream)
      }
    },
  }
}

function seatIn(stream: SharedStream): Seat {
  stream.hold()
  return { serve: (reader) => stream.serve(reader), leave: () => stream.leave() }
}

async function within<T>(deadline: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const end = () => reject(new CameraError('stream', 'Another reader is still opening the stream'))
    timer = setTimeout(end, Math.max(1, deadline - performance.now()))
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
