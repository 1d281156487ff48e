/** The street and the device of the file that a worker runs; those of the next file replace them. */
import type { World } from '@parking/sim/world.ts'
import type { Device } from './device.ts'
import { openDevice, openWorld, type Stage } from './stage.ts'

export type Stages = ReturnType<typeof holdStages>

/**
 * A worker, its browser and its imported modules live as long as the run, because starting them costs more
 * than starting a street and a device.
 */
export function holdStages() {
  let held: { key: string; world?: Promise<World>; device?: Promise<Device> } | undefined

  /** The street and the device of this file and stage; those of another file or stage are stopped first. */
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
    // A device that could not be started has already failed its test.
    await last?.device?.then((started) => started.end()).catch(() => {})
    await last?.world?.then((started) => started.stop()).catch(() => {})
  }

  return { world, device, end }
}
