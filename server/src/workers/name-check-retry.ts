/**
 * Asks the platform whether the device's name is free until it has an answer (docs/platform.md, "The name"):
 * other requests carry the name only when something changed.
 */
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { backoff } from '../core/flow/retry-backoff.ts'
import type { NameCheck } from '../device/device-name.ts'
import { deviceName } from '../device/device.store.ts'
import type { PlatformSession } from '../platform/platform-session.ts'

export type NameCheckRetryOptions = {
  first_delay_ms?: number
  max_delay_ms?: number
  /** How often a taken name is checked again: the other device may have been renamed. */
  taken_ms?: number
}
type Needs = Deps & { name_check: NameCheck; platform_session: PlatformSession }

export function createNameCheckRetry(
  deps: Needs,
  { first_delay_ms = 5_000, max_delay_ms = 300_000, taken_ms = 600_000 }: NameCheckRetryOptions = {},
): Part {
  const { bus, db, log, name_check, platform_session } = deps
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let checking = false
  let stopped = false

  const plan = () => {
    clearTimeout(timer)
    if (stopped || checking) return
    const state = name_check.state()
    if (state === 'unchecked')
      timer = setTimeout(
        () => void checkName(),
        backoff(++failures, first_delay_ms, max_delay_ms, Math.random),
      )
    else if (state === 'taken') timer = setTimeout(() => void checkName(), taken_ms)
  }

  async function checkName(): Promise<void> {
    checking = true
    const state = name_check.state()
    // Another request may have brought the answer meanwhile. `noteInit` stores the answer to this one.
    if (state === 'unchecked' || state === 'taken')
      await platform_session
        .introduceAs(deviceName(db))
        .catch((error: unknown) => log.error({ err: error }, 'the name could not be asked for'))
    checking = false
    plan()
  }

  const startOver = () => {
    failures = 0
    plan()
  }
  let unsubscribe: (() => void)[] = []
  return {
    start() {
      unsubscribe = (['platform', 'config', 'link'] as const).map((what) => bus.subscribe(what, startOver))
      startOver()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      unsubscribe.forEach((off) => off())
    },
  }
}
