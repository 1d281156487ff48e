/** The result of switching the business mode, with an undo that restores only the scenes of the snapshot. */
import { useState } from 'react'
import { Link } from 'react-router'
import { failureText, type AnswerAt, type BodyAt } from '#src/core/api.ts'
import { refreshReads, useChange } from '#src/core/queries.ts'
import { Button } from '#src/ui/button/button.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { stale_reads, words_of } from './mode.ts'

type Props = {
  /** The mode that was switched to. */
  name: string
  answer: AnswerAt<'/api/parking/set_business_mode'>
  onClose: () => void
}

export function ModeDone({ name, answer, onClose }: Props) {
  const words = useWords('camera').mode
  const codes = useWords('codes').business_mode
  const [undone, setUndone] = useState<AnswerAt<'/api/parking/restore_scenes'>>()
  const undoing = useChange('/api/parking/restore_scenes', {
    quiet: true,
    done(result) {
      void refreshReads(stale_reads)
      // A dialog only for what is left to read: scenes without a camera, and replaced scenes.
      if (result.gone.length > 0 || result.snapshot) return setUndone(result)
      const name_now = codes[words_of[result.business_mode]]
      toast.success(`${words.undone(name_now)}。${words.undone_says(result.scene_num, result.lot_num)}`)
      onClose()
    },
  })
  // Other users may have drawn scenes since the switch: these are replaced only if the user agrees.
  const drawn_since = undoing.error?.reason === 'scenes_present'
  const undo = (more: Partial<BodyAt<'/api/parking/restore_scenes'>> = {}) =>
    void undoing.run({ name: answer.snapshot ?? '', ...more })
  if (undone) return <Undone answer={undone} onClose={onClose} />
  return (
    <Dialog
      title={drawn_since ? words.replace.title : words.done(name)}
      onClose={onClose}
      dismissable={!undoing.running}
      footer={
        drawn_since ? (
          <>
            <Button data-autofocus disabled={undoing.running} onClick={onClose}>
              {words.cancel}
            </Button>
            <Button variant="danger" pending={undoing.running} onClick={() => undo({ replace: true })}>
              {words.replace.go}
            </Button>
          </>
        ) : (
          <>
            {answer.snapshot && (
              <Button pending={undoing.running} onClick={() => undo()}>
                {words.undo}
              </Button>
            )}
            <Button variant="primary" data-autofocus disabled={undoing.running} onClick={onClose}>
              {words.close}
            </Button>
          </>
        )
      }
    >
      {drawn_since ? (
        <p role="alert">{words.replace.body}</p>
      ) : (
        <div className="stack">
          <p role="status">
            {answer.scene_num ? words.cleared(answer.scene_num, answer.lot_num ?? 0) : words.nothing_cleared}
          </p>
          {answer.snapshot && (
            <>
              <p>{words.undo_hint}</p>
              <p>
                {words.kept}
                <CopyText text={answer.snapshot} />
                <br />
                {words.way_back}
                <Link to="/system/operation">{words.where}</Link>
              </p>
            </>
          )}
          {undoing.error && (
            <p className="pad-8-12 bad round-6 on-bad" role="alert">
              {failureText(words.undo_failed, undoing.error)}
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}

function Undone({
  answer,
  onClose,
}: {
  answer: AnswerAt<'/api/parking/restore_scenes'>
  onClose: () => void
}) {
  const words = useWords('camera').mode
  const codes = useWords('codes').business_mode
  return (
    <Dialog
      key="undone"
      title={words.undone(codes[words_of[answer.business_mode]])}
      onClose={onClose}
      footer={
        <Button variant="primary" data-autofocus onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <div className="stack">
        <p role="status">{words.undone_says(answer.scene_num, answer.lot_num)}</p>
        {answer.gone.length > 0 && (
          <p className="pad-8-12 bad round-6 on-bad">{words.undone_gone(answer.gone.join('、'))}</p>
        )}
        {answer.snapshot && (
          <p>
            {words.undone_kept}
            <CopyText text={answer.snapshot} />
          </p>
        )}
      </div>
    </Dialog>
  )
}
