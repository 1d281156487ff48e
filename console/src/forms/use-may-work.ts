/**
 * Whether this user may do daily work (`workers` in the contract). The device enforces this; the console only
 * disables or hides what the user may not do.
 */
import type { workers } from '@parking/contract/core/call.ts'
import { useStore } from '../lib/store.ts'
import { session } from '../stores/session.ts'

const may_work: readonly string[] = ['admin', 'operator'] satisfies (typeof workers)[number][]

export const useMayWork = (): boolean => useStore(session).roles.some((role) => may_work.includes(role))
