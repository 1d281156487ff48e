/**
 * Asks before an undo: shows what is restored, what cannot be restored, and asks what to do with later
 * changes.
 */
import type { ReactNode } from 'react'
import { failureText, type AnswerAt } from '#src/core/api.ts'
import { label_areas } from '#src/core/field-label.ts'
import { queryClient, useCall, useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { loadWords } from '#src/stores/language.ts'
import { Button } from '#src/ui/button/button.tsx'
import { ruleNames } from '#src/lib/rule-names.ts'
import { lazyPart } from '#src/lib/parts.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { toast } from '#src/ui/toast.tsx'

type Preview = AnswerAt<'/api/system/preview_undo'>

type Props = {
  act_ids: number[]
  onClose: () => void
  /** What the undone acts did. */
  children: ReactNode
}

export function UndoDialog({ act_ids, onClose, children }: Props) {
  const words = useWords('acts')
  const preview = useCall('/api/system/preview_undo', { act_ids })
  const undoing = useChange('/api/system/undo_acts', {
    quiet: true,
    done({ parts, kept }) {
      toast.success(kept > 0 ? words.done_kept(parts, kept) : words.done(parts))
      void queryClient.invalidateQueries()
      onClose()
    },
  })
  const { data, error } = preview
  const conflicts = data?.conflicts ?? []
  const nothing = data !== undefined && data.parts === 0 && conflicts.length === 0
  const undo = (on_conflict?: 'keep' | 'replace') =>
    void undoing.run({ act_ids, ...(on_conflict && { on_conflict }) })
  return (
    <Dialog
      title={words.title(act_ids.length)}
      role="alertdialog"
      onClose={onClose}
      dismissable={!undoing.running}
      footer={
        <>
          <Button data-autofocus disabled={undoing.running} onClick={onClose}>
            {words.cancel}
          </Button>
          {conflicts.length === 0 ? (
            <Button
              variant="primary"
              disabled={!data || nothing}
              pending={undoing.running}
              onClick={() => undo()}
            >
              {words.go}
            </Button>
          ) : (
            <>
              <Button variant="danger" pending={undoing.running} onClick={() => undo('replace')}>
                {words.replace}
              </Button>
              {(data?.parts ?? 0) > 0 && (
                <Button variant="primary" pending={undoing.running} onClick={() => undo('keep')}>
                  {words.keep}
                </Button>
              )}
            </>
          )}
        </>
      }
    >
      <div className="stack">
        {children}
        {error && !data && (
          <p
            className="pad-8-12 flush ink round-6 on-warn"
            role="alert"
          >{`${words.preview_failed}：${error.message}`}</p>
        )}
        {!data && !error && <p role="status">{words.previewing}</p>}
        {data && <p>{nothing ? words.nothing_left : words.comes_back(data.parts)}</p>}
        {data && <Limits preview={data} />}
        {undoing.error && (
          <p className="pad-8-12 flush ink round-6 on-warn" role="alert">
            {failureText(words.failed_undo, undoing.error)}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** Loaded with the labels of every setting, which only a conflict needs. */
const Conflicts = lazyPart(() =>
  Promise.all([import('./conflicts.tsx'), loadWords(label_areas)]).then(([file]) => file.Conflicts),
)

/** What the undo cannot restore, and what has changed since. */
function Limits({ preview: { conflicts, gaps, sent_events, broken_rules } }: { preview: Preview }) {
  const words = useWords('acts')
  return (
    <>
      {sent_events > 0 && <p className="pad-8-12 flush ink round-6 on-warn">{words.sent(sent_events)}</p>}
      {broken_rules.length > 0 && (
        <p className="pad-8-12 flush ink round-6 on-warn">{words.breaks(ruleNames(broken_rules))}</p>
      )}
      {gaps.map((gap) => (
        <p key={gap} className="pad-8-12 flush ink round-6 on-warn">
          {words.gaps[gap]}
        </p>
      ))}
      {conflicts.length > 0 && (
        <div className="pad-8-12 flush ink round-6 on-warn">
          {words.conflicts}
          <Conflicts conflicts={conflicts} />
        </div>
      )}
    </>
  )
}
