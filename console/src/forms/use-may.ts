/**
 * Whether this user may do daily work, check events, or see the whole device (`workers`, `checkers` and
 * `viewers` in the contract). The device enforces this; the console disables or hides what is not allowed.
 */
import type { Role } from '@parking/contract/core/codes.ts'
import type { checkers, workers } from '@parking/contract/core/call.ts'
import { useStore } from '../lib/store.ts'
import { viewers } from '../navigation/route-row.ts'
import { session } from '../stores/session.ts'

const may_work: readonly string[] = ['admin', 'operator'] satisfies (typeof workers)[number][]
const may_check: readonly string[] = ['admin', 'operator', 'checker'] satisfies (typeof checkers)[number][]

export const useMayWork = (): boolean => useStore(session).roles.some((role) => may_work.includes(role))
export const mayCheck = (roles: readonly Role[]): boolean => roles.some((role) => may_check.includes(role))
export const useMayCheck = (): boolean => mayCheck(useStore(session).roles)
export const useMayView = (): boolean => useStore(session).roles.some((role) => viewers.includes(role))
