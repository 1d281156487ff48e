/** Asks the platform whether a name is free: a device init with this name (docs/platform.md, "The name"). */
import type { Deps } from '../core/deps.ts'
import type { NameCheck } from '../device/device-name.ts'
import { storeAnswer, nameState, verdictIn } from './name-answer.ts'
import { platformParam } from './platform-param.store.ts'
import type { PlatformSession } from './platform-session.ts'

/** A call is answered within 5 s (spec §7). */
const timeout_ms = 3_500

export function createNameCheck(
  deps: Pick<Deps, 'db' | 'secrets' | 'now' | 'log'>,
  session: Pick<PlatformSession, 'introduceAs'>,
): NameCheck {
  return {
    state: () => nameState(deps),
    async check(name) {
      if (platformParam(deps).device_init_url === '') return 'no_platform'
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), timeout_ms)
      })
      // A late answer is noted by `noteInit`.
      const outcome = await Promise.race([session.introduceAs(name), late])
      clearTimeout(timer)
      return verdictIn(outcome) ?? 'unchecked'
    },
    record(name, state) {
      if (state === 'unique' || state === 'taken') storeAnswer(deps, name, state)
    },
  }
}
