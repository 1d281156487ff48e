/**
 * One street with one device on it at a time, for a worker: a test that wants the stage that is there finds it as the tests before it left it, one that wants another has it built. So a worker and its browser
 * outlive a file; only what the file asks for is new.
 */
import type { World } from '@parking/sim/world.ts'
import type { Device } from './device.ts'
import { keptProcess } from './device-runner.ts'
import { openDevice, openWorld, type Stage } from './stage.ts'

export type Built = { world: World; device: Device }
export type House = {
  /** The stage a file has named: the same object means the same device. */
  at(stage: Stage): Promise<Built>
  end(): Promise<void>
}

export function openHouse(): House {
  let standing: { stage: Stage; built: Built } | undefined
  /** Where the worker's first device listened: those after it do too, and what the browser has of the console holds for them as well. */
  let port: string | undefined
  const server = keptProcess()

  async function end(): Promise<void> {
    const going = standing?.built
    standing = undefined
    await going?.device.end()
    await going?.world.stop()
  }

  return {
    async at(stage) {
      if (standing?.stage !== stage) {
        await end()
        const world = await openWorld(stage)
        try {
          const device = await openDevice({ ...stage, run: server.run, ...(port && { port }) }, world)
          port = new URL(device.address).port
          standing = { stage, built: { world, device } }
        } catch (error) {
          await world.stop()
          throw error
        }
      }
      return standing.built
    },
    async end() {
      await end()
      await server.end()
    },
  }
}
