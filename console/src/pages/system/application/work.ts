/** What can be told of the package system's last work, apart from how it is shown. */
import type { FailureReason } from '@parking/contract/core/codes.ts'

export type Deed = 'refresh' | 'update'
type Status = {
  state: 'idle' | 'refreshing' | 'updating' | 'failed'
  message: string
  work?: '' | Deed | undefined
  ended_ms?: number | null | undefined
  reason?: FailureReason | null | undefined
}

/** A deed that the device would not begin. `after` is the end of the work before it: once there is a newer one, this is history. */
export type Refused = { deed: Deed; message: string; detail: string; after: number | null }

/** A failure that is shown until it is dismissed, or tried again. */
export type WorkFailure = {
  /** Names it among others, for dismissing. */
  key: string
  deed: Deed | undefined
  reason: FailureReason | undefined
  /** A sentence, where the device gave no reason. */
  message: string
  detail: string
  ended_ms: number | undefined
}

export const isRunning = (status: Status | undefined): boolean =>
  status?.state === 'refreshing' || status?.state === 'updating'

/** What is to be told now; undefined where nothing failed, or it has been dismissed. */
export function failureIn(
  status: Status | undefined,
  refused: Refused | undefined,
  dismissed: string,
): WorkFailure | undefined {
  const found =
    refused && (status?.ended_ms ?? null) === refused.after ? asRefused(refused) : asFailed(status)
  return found && found.key !== dismissed ? found : undefined
}

const asRefused = ({ deed, message, detail, after }: Refused): WorkFailure => ({
  key: `refused ${deed} ${after}`,
  deed,
  reason: undefined,
  message,
  detail,
  ended_ms: undefined,
})

function asFailed(status: Status | undefined): WorkFailure | undefined {
  if (status?.state !== 'failed') return undefined
  return {
    key: `${status.work ?? ''} ${status.ended_ms ?? ''}`,
    deed: status.work || undefined,
    reason: status.reason ?? undefined,
    message: '',
    detail: status.message,
    ended_ms: status.ended_ms ?? undefined,
  }
}

/** Installed packages that a newer version is there for: an update adds none. */
export const updatable = <T extends { installed: string; candidate: string }>(list: readonly T[]): T[] =>
  list.filter(({ installed, candidate }) => installed !== '' && candidate !== '' && candidate !== installed)
