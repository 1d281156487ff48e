/** Area `system`: the support bundle. */
import type { Handlers } from '#src/core/call-context.ts'
import { makeSupportBundle, type Needs } from './support-bundle.ts'

export const support_bundle_handlers = {
  support_bundle: (_, context) => makeSupportBundle(context),
} satisfies Handlers<'support_bundle', Needs>
