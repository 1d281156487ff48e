/** The parameters of the IoT platform, for the code that connects to it. */
import type { Params } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { readParam } from '../params/param.store.ts'

export type PlatformParam = Params['platform_param']

/** Includes the secrets in `extra_info`: must never leave the server. */
export const platformParam = (deps: Pick<Deps, 'db' | 'secrets'>): PlatformParam =>
  readParam(deps, 'platform_param')
