/** The journal of the operating system (log type 5 of spec §4). */
import type { LogLevel } from '@parking/contract'

export type JournalLine = { id: number; timestamp_ms: number; level: LogLevel; content: string; unit: string }

export type JournalPort = {
  /** The newest lines of a range, at most `max`; none if the device has no journal. */
  read(asked: {
    start_ms?: number | undefined
    end_ms?: number | undefined
    level?: LogLevel | undefined
    max: number
  }): Promise<JournalLine[]>
}
