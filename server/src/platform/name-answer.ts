/** The platform's verdict on the device's name, stored so that it survives a restart (docs/platform.md). */
import { log_type, maskedUrl, type NameState } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { deviceName, nameAnswer, setNameAnswer } from '../device/device.store.ts'
import type { PlatformOutcome } from '../ports/platform-port.ts'
import { platformParam, type PlatformParam } from './platform-param.store.ts'

/** The response code of an init that is refused because another device has the name. */
const code_taken = 5000

/** Identifies the platform and operator, because each has its own set of names. */
const platformOf = ({ device_init_url, operator_no }: PlatformParam) =>
  `${operator_no} ${maskedUrl(device_init_url)}`

/** The verdict on the name in the outcome of an init; undefined if there is none. */
export const verdictIn = (outcome: PlatformOutcome | undefined): 'unique' | 'taken' | undefined => {
  if (outcome?.kind === 'accepted') return 'unique'
  return outcome?.kind === 'refused' && outcome.code === code_taken ? 'taken' : undefined
}

export function nameState(deps: Pick<Deps, 'db' | 'secrets'>): NameState | undefined {
  const name = deviceName(deps.db)
  if (name === '') return undefined
  const param = platformParam(deps)
  if (param.device_init_url === '') return 'no_platform'
  const answer = nameAnswer(deps.db)
  if (answer?.name !== name || answer.platform !== platformOf(param)) return 'unchecked'
  return answer.taken ? 'taken' : 'unique'
}

/**
 * Stores the verdict of an init on the current name. The caller of a name check stores its verdict itself.
 */
export function noteInit(
  deps: Pick<Deps, 'db' | 'secrets' | 'now' | 'log'>,
  name: string,
  outcome: PlatformOutcome,
): void {
  const verdict = verdictIn(outcome)
  if (!verdict || name === '' || name !== deviceName(deps.db)) return
  const before = nameState(deps)
  storeAnswer(deps, name, verdict)
  if (before === verdict || before === 'no_platform') return
  if (verdict === 'taken')
    deps.log.warn(
      { log_type: log_type.service, what: 'name_taken', name },
      'the platform has another device of this name',
    )
  else
    deps.log.info(
      { log_type: log_type.service, what: 'name_unique', name },
      'the platform accepted the name of this device',
    )
}

export const storeAnswer = (
  deps: Pick<Deps, 'db' | 'secrets' | 'now'>,
  name: string,
  verdict: 'unique' | 'taken',
): void =>
  setNameAnswer(deps.db, {
    name,
    platform: platformOf(platformParam(deps)),
    taken: verdict === 'taken',
    answered_ms: deps.now(),
  })
