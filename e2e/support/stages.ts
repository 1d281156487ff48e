/** The street and the device of the file that a worker runs; the next file's replace them. */
import type { World } from '@parking/sim/world.ts'
import type { Device } from './device.ts'
import { openDevice, openWorld, type Stage } from './stage.ts'

export type Stages = ReturnType<typeof holdStages>

/**
 * A worker, its browser and what it has imported live as long as the run, because to start them costs more
 * than a street and a device do.
 */
export function holdStages() {
  let held: { key: string; world?: Promise<World>; device?: Promise<Device> } | undefined

  /** What the worker holds for this file and stage; what it held for another is ended first. */
  async function at(file: string, stage: Stage) {
    const key = `${file} ${JSON.stringify(stage)}`
    if (held?.key !== key) {
      await end()
      held = { key }
    }
    return held!
  }

  async function world(file: string, stage: Stage): Promise<World> {
    const mine = await at(file, stage)
    return (mine.world ??= openWorld(stage))
  }

  async function device(file: string, stage: Stage): Promise<Device> {
    const mine = await at(file, stage)
    const street = await world(file, stage)
    return (mine.device ??= openDevice(stage, street))
  }

  async function end(): Promise<void> {
    const last = held
    held = undefined
    // One that could not be started has failed its test already.
    await last?.device?.then((started) => started.end()).catch(() => {})
    await last?.world?.then((started) => started.stop()).catch(() => {})
  }

  return { world, device, end }
}
