/** Computes the result of the package system's last action, independently of its display. */
import type { FailureReason } from '@parking/contract/core/codes.ts'

export type PackageAction = 'refresh' | 'update'
type Status = {
  state: 'idle' | 'refreshing' | 'updating' | 'failed'
  message: string
  work?: '' | PackageAction | undefined
  ended_ms?: number | null | undefined
  reason?: FailureReason | null | undefined
}

/**
 * An action that the device refused to start. `after`: when the previous action ended; a later end makes this
 * obsolete.
 */
export type RefusedAction = { action: PackageAction; message: string; detail: string; after: number | null }

/** A failure, shown until it is dismissed or retried. */
export type WorkFailure = {
  /** Identifies the failure for its dismissal. */
  key: string
  action: PackageAction | undefined
  reason: FailureReason | undefined
  /** The device's message, if it gave no reason. */
  message: string
  detail: string
  ended_ms: number | undefined
}

export const isRunning = (status: Status | undefined): boolean =>
  status?.state === 'refreshing' || status?.state === 'updating'

/** The failure to show; undefined if nothing failed or the failure was dismissed. */
export function failureIn(
  status: Status | undefined,
  refused: RefusedAction | undefined,
  dismissed: string,
): WorkFailure | undefined {
  const found =
    refused && (status?.ended_ms ?? null) === refused.after ? asRefused(refused) : asFailed(status)
  return found && found.key !== dismissed ? found : undefined
}

const asRefused = ({ action, message, detail, after }: RefusedAction): WorkFailure => ({
  key: `refused ${action} ${after}`,
  action,
  reason: undefined,
  message,
  detail,
  ended_ms: undefined,
})

function asFailed(status: Status | undefined): WorkFailure | undefined {
  if (status?.state !== 'failed') return undefined
  return {
    key: `${status.work ?? ''} ${status.ended_ms ?? ''}`,
    action: status.work || undefined,
    reason: status.reason ?? undefined,
    message: '',
    detail: status.message,
    ended_ms: status.ended_ms ?? undefined,
  }
}

/** The installed packages with a newer version; an update installs no additional packages. */
export const updatable = <T extends { installed: string; candidate: string }>(list: readonly T[]): T[] =>
  list.filter(({ installed, candidate }) => installed !== '' && candidate !== '' && candidate !== installed)
