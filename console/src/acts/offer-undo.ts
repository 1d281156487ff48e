/**
 * Confirms an action with an undo button in the toast. Loaded after the action, so that no page pays for it.
 * An undo that needs a confirmation is opened on the page of the acts.
 */
import type { ChangeKind } from '@parking/contract/changes/change-kinds.ts'
import { call, outcomeOf } from '#src/core/api.ts'
import { queryClient } from '#src/core/queries.ts'
import { wordsNow } from '#src/core/words.ts'
import { loadWords } from '#src/stores/language.ts'
import { toast } from '#src/ui/toast.tsx'

/** Maximum number of acts in one undo (contract, undo_acts). */
const max_acts = 100
/** An older act cannot be the one that was just recorded. */
const just_now_s = 15

/**
 * `count`: the number of acts this action recorded. The toast has no button if the device keeps no history or
 * the action cannot be undone.
 */
export async function offerUndo(done: string, kind: ChangeKind, count = 1): Promise<void> {
  const page_size = Math.min(max_acts, Math.max(1, count))
  const since_s = just_now_s + page_size * 5
  const body = { page: 1, page_size, kind, mine: true, since_s }
  const [{ answer }, worded] = await Promise.all([
    outcomeOf(call('/api/system/list_acts', body, { quiet: true })),
    loadWords(['acts']).then(
      () => true,
      () => false,
    ),
  ])
  const acts = worded && answer ? answer.list.filter(({ state }) => state === 'can') : []
  if (acts.length < count) return toast.success(done)
  const act_ids = acts.map(({ act_id }) => act_id)
  toast.success(done, { text: wordsNow('acts').undo, run: () => void undo(act_ids) })
}

/** Undoes at once if nothing has to be confirmed, else opens the page that asks. */
async function undo(act_ids: number[]): Promise<void> {
  const words = wordsNow('acts')
  const preview = await outcomeOf(call('/api/system/preview_undo', { act_ids }))
  if (preview.error) return
  const { conflicts, gaps, sent_events } = preview.answer
  if (conflicts.length + gaps.length + sent_events > 0)
    return location.assign(`/system/acts?undo=${act_ids.join(',')}`)
  const { answer } = await outcomeOf(call('/api/system/undo_acts', { act_ids }))
  if (!answer) return
  toast.success(words.done(answer.parts))
  void queryClient.invalidateQueries()
}
