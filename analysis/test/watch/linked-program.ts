/** The program with a clock thirty times faster and the ground truth as vision, linked to a device. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openLink } from '#src/socket/link.ts'
import type { FromServer } from '#src/socket/wire.ts'
import type { Clock } from '#src/watch/clock.ts'
import type { LoadModel } from '#src/watch/model-in-use.ts'
import { createProgram } from '#src/watch/program.ts'
import { truthVision } from './truth-vision.ts'

const faster = 30
/** How the program describes its own model. */
const models = { name: 'shipped', version: '1', licence: 'MIT', sha256: '' }

const began = Date.now()
export const fast_clock: Clock = {
  now: () => Math.round(began + (Date.now() - began) * faster),
  wait: (ms, signal) => sleep(ms / faster, undefined, { signal }).catch(() => undefined),
}

export type LinkedProgram = { readonly stop: () => Promise<void> }

/** `loadModel`: what opens a user's model; without it the program takes none. */
export function linkProgram(path: string, loadModel?: LoadModel): LinkedProgram {
  const program = createProgram({
    send: (message) => link.send(message),
    openVision: truthVision,
    ...(loadModel && { loadModel }),
    known: ['car', 'motorcycle'],
    clock: fast_clock,
  })
  const link = openLink<FromServer>({
    path,
    name: 'test',
    version: '1',
    ...(loadModel && { more: { models } }),
    onMessage: (message) => program.receive(message),
    onUp: () => program.connected(),
  })
  return {
    async stop() {
      link.close()
      await program.stop()
    },
  }
}
