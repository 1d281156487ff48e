/** Runs the replay of the analysis program (`replay`, docs/analysis-socket.md). */
import * as z from 'zod/mini'
import { replay_calibrations } from '@parking/contract'
import { UnreadRecording, type ReplayPort } from '#src/ports/replay-port.ts'
import { lineClientOf, isInstalled, LineFailed, startTool, type ToolArgv } from './tool-process.ts'

export type ReplayToolOptions = {
  argv: ToolArgv
  /** The time limit of one recording. */
  max_ms?: number
  max_mb?: number
}

const decision = z.object({
  uuid: z.string(),
  scene_id: z.string(),
  lot_no: z.string(),
  event_type: z.int(),
  event_time: z.number(),
  plate_number: z.string(),
  confidence: z.number(),
  picture_time: z.number(),
})
const list = z.array(decision)
/** The program may support no calibrations, or some that are unknown here. */
const begun = z.object({
  not_replayed: z.array(z.string()),
  calibrations: z.optional(z.array(z.string())),
})
const replayed = z.object({ looks: z.int(), recorded: list, again: list, present: list, wanted: list })

export function replayTool({ argv, max_ms = 60_000, max_mb = 400 }: ReplayToolOptions): ReplayPort {
  return {
    available: () => isInstalled(argv),
    open() {
      const client = lineClientOf(startTool(argv!, 'replay'), { what: 'a recording', max_ms, max_mb })
      return {
        async begin({ present, wanted, calibration }) {
          const other = calibration !== 'recorded'
          const answer = await client.ask({ present, wanted, ...(other && { calibration }) })
          const { not_replayed, calibrations = [] } = begun.parse(answer)
          const known = replay_calibrations.filter((one) => one === 'recorded' || calibrations.includes(one))
          return { not_replayed, calibrations: known }
        },
        async ask({ camera_sn, content }) {
          try {
            return replayed.parse(
              await client.ask({ camera_sn, file: Buffer.from(content).toString('base64') }),
            )
          } catch (error) {
            if (error instanceof LineFailed) throw new UnreadRecording(error.message)
            throw error
          }
        },
        close: () => client.close(),
      }
    },
  }
}
