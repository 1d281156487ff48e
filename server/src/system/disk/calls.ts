/** Area `system`: disk usage. */
import type { CallContext, Handlers } from '#src/core/call-context.ts'
import { diskStatus, type DiskCount } from './disk.ts'

export const disk_handlers = {
  disk_status: (_, context) => diskStatus(context),
} satisfies Handlers<'disk_status', CallContext & { disk_count: DiskCount }>
