/** The parameters of the IoT platform, as those who talk to it need them. */
import type { Params } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { readParam, shownParam } from '../params/param.store.ts'

export type PlatformParam = Params['platform_param']

/** With the secrets in `extra_info`. Never leaves the server. */
export const platformParam = (deps: Pick<Deps, 'db' | 'secrets'>): PlatformParam =>
  readParam(deps, 'platform_param')

/** As a person may see them. */
export const shownPlatformParam = (deps: Pick<Deps, 'db' | 'secrets'>) => shownParam(deps, 'platform_param')
