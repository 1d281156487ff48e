/** Area `parking`: the business mode. */
import type { Handlers } from '../core/call-context.ts'
import { businessMode, setBusinessMode } from './business-mode.ts'

export const business_mode_handlers = {
  get_business_mode: (_, { db }) => businessMode(db),
  set_business_mode: (body, context) => setBusinessMode(body, context),
} satisfies Handlers<'get_business_mode' | 'set_business_mode'>
