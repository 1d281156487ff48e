/** Loads `offerUndo` after the action, so that no page pays for it earlier. */
import type { ActKind } from '@parking/contract/acts/act-kinds.ts'

export const sayWithUndo = (done: string, kind: ActKind, count = 1): Promise<void> =>
  import('./offer-undo.ts').then(({ offerUndo }) => offerUndo(done, kind, count))
