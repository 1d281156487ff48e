/** Delivers a recording over the analysis socket, as the program of the simulated street would make it. */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createRecordingSender } from '@parking/analysis/watch/recording-sender.ts'
import { openLink } from '@parking/analysis/socket/link.ts'
import { decideFrame } from '@parking/sim/analysis/decide-frame.ts'
import { readFrame } from '@parking/sim/analysis/frame-comment.ts'
import { paramsOf } from '@parking/sim/analysis/params.ts'
import { decisionsOf, recordFrames, type Done } from '@parking/sim/analysis/recording.ts'
import type { Session } from '@parking/sim/analysis/sessions.ts'
import type { Config, FromServer } from '@parking/sim/analysis/wire.ts'
import type { World } from '@parking/sim/world.ts'
import type { Device } from '#e2e/support/device.ts'

/** A car on the first lot for a minute, ten seconds away, and back: two entries and two exits. */
export async function recordVisits(device: Device, world: World): Promise<void> {
  const camera_sn = world.cameras[0]!.serial
  if (world.street.plates(0).every((plates) => plates.length === 0)) world.street.arrive(0, 0)
  const { picture } = readFrame(await world.street.frame(0, camera_sn))!
  await new Promise<void>((resolve, reject) => {
    const link = openLink<FromServer>({
      path: join(device.folder, 'data/analysis.sock'),
      name: 'test',
      version: 'test',
      onMessage(message) {
        if (message.type !== 'config') return
        const recording_sender = createRecordingSender((line) => link.send(line))
        const all = recorded(message, camera_sn, picture)
        Promise.all(all.map((one) => recording_sender.put(message.spool, camera_sn, one)))
          .then(() => untilRecorded(device))
          .then(() => link.close())
          .then(resolve, reject)
      },
    })
  })
}

function recorded(config: Config, camera_sn: string, picture: Buffer): Done[] {
  const scenes = config.scenes.filter((scene) => scene.camera_sn === camera_sn)
  const alg_param = config.params.alg_param!
  const footprint = scenes[0]!.lots[0]!.polygon
  const box = [0.1, 0.1, 0.3, 0.3] as const
  const recorder = recordFrames(camera_sn)
  const sessions = new Map<string, Session>()
  const done: (Done | undefined)[] = []
  const began = Date.now() - 200_000
  for (let at = 0; at < 180; at++) {
    const is_there = (at > 10 && at < 70) || (at >= 80 && at < 150)
    const car = {
      plate: '粤B12345',
      color: 'blue',
      footprint,
      box,
      plate_box: [0.1, 0.2, 0.2, 0.25] as const,
    }
    const truth = { camera: camera_sn, time: began + at * 1000, cars: is_there ? [car] : [] }
    const { params } = paramsOf(config)
    const steps = decideFrame(truth, scenes, (key) => sessions.get(key), params)
    for (const { key, session } of steps) sessions.set(key, session)
    const decided = steps.flatMap((step) => decisionsOf(step, alg_param, truth.time))
    done.push(recorder.add({ truth, scenes, alg_param, steps, decided, ...(at % 35 === 0 && { picture }) }))
  }
  done.push(recorder.finish())
  return done.filter((one) => one !== undefined)
}

async function untilRecorded(device: Device): Promise<void> {
  for (;;) {
    const { recorded: span } = await device.call('/api/parking/get_replay', {})
    if (span.looks >= 180) return
    await pause(100)
  }
}
