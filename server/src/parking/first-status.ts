import { event_status } from '@parking/contract'
import type { Deps } from '../deps.ts'
import { platformParam } from './platform-param.store.ts'

/** The status that a new event begins with. Without an address to send to it waits as delayed (spec §4), to be seen. */
export const firstStatus = (deps: Pick<Deps, 'db' | 'secrets'>): number => (platformParam(deps).data_url === '' ? event_status.delayed : event_status.pending)
