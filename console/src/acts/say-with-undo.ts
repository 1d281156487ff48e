/** Loads `offerUndo` after the action, so that no page pays for it earlier. */
import type { ChangeKind } from '@parking/contract/changes/change-kinds.ts'

export const sayWithUndo = (done: string, kind: ChangeKind, count = 1): Promise<void> =>
  import('./offer-undo.ts').then(({ offerUndo }) => offerUndo(done, kind, count))
