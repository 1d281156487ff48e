/** Reports events over the analysis socket in place of the analysis application, which must not run. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { EventLook } from '@parking/contract/events/event-looks.ts'
import { readFrame } from '@parking/sim/analysis/frame-comment.ts'
import { drawStrip } from '@parking/analysis/watch/look-strip.ts'
import { spoolStrip } from '@parking/analysis/watch/spool.ts'
import { openLink } from '@parking/analysis/socket/link.ts'
import type { FromServer } from '@parking/analysis/socket/wire.ts'
import { cutPictures, spoolPictures } from '@parking/sim/analysis/pictures.ts'
import type { EventBody } from '@parking/sim/analysis/wire.ts'
import type { World } from '@parking/sim/world.ts'
import type { Device } from './device.ts'

/** `looks`: reported with a thumbnail of each. */
export type ReportPlan = Pick<EventBody, 'plate_number'> & Partial<EventBody> & { looks?: EventLook[] }

/** Below `auto_upload_th`: the device holds the event back until a user has checked it. */
export const unsure = { confidence: 30 }

const [day_ms, zone_ms] = [86_400_000, 8 * 3_600_000]

/** Milliseconds between two of `events` before `now`: a minute, or less just after midnight in China. */
const apart = (now: number, events: number): number =>
  Math.floor(Math.min(60_000, ((now + zone_ms) % day_ms) / (events + 1)))

/**
 * Reports entries of the first camera of one day, a minute apart and oldest first, each on the next lot, with
 * pictures of a car on the street. Returns their uuids when the device has stored all of them.
 */
export async function reportEvents(device: Device, world: World, plans: readonly ReportPlan[]) {
  const { street, cameras } = world
  const camera_sn = cameras[0]!.serial
  const { scene_id, lots } = (await device.call('/api/camera/get_scenes', { camera_sn })).list[0]!
  if (street.plates(0).every((plates) => plates.length === 0)) street.arrive(0, 0)
  const { picture, truth } = readFrame(await street.frame(0, camera_sn))!
  const cuts = await cutPictures(picture, truth.cars[0], { car: true, plate: true })
  const now = Date.now()
  const events = plans.map((plan, at) => ({
    uuid: randomUUID(),
    event_time: now - (plans.length + 1 - at) * apart(now, plans.length + 1),
    camera_sn,
    scene_id,
    lot_no: lots[at % lots.length]!.lot_no,
    event_type: 1,
    plate_color: 'blue',
    confidence: 97,
    ...plan,
  }))
  const stored = new Set<string>()
  await new Promise<void>((resolve, reject) => {
    const link = openLink<FromServer>({
      path: join(device.folder, 'data/analysis.sock'),
      name: 'test',
      version: 'test',
      onMessage(message) {
        if (message.type === 'config') report(message.spool).catch(reject)
        if (message.type === 'refused' || message.type === 'busy') reject(new Error(message.message))
        if (message.type === 'ack' && stored.add(message.uuid).size === events.length) {
          link.close()
          resolve()
        }
      },
    })
    async function report(spool: string): Promise<void> {
      for (const event of events) {
        const pictures = await spoolPictures(spool, cuts)
        const { polygon } = lots.find(({ lot_no }) => lot_no === event.lot_no)!
        const times = event.looks?.map(({ time }) => time)
        const strip = times && (await drawStrip(times, polygon, () => picture))
        const body = { ...event, pictures, ...(await spoolStrip(spool, strip)) }
        link.send({ type: 'event', id: event.uuid, event: body })
      }
    }
  })
  return events.map(({ uuid }) => uuid)
}
