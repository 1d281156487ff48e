/** Asks before a model is used: what its trial found, what its licence means, and why if it is no better. */
import { useState } from 'react'
import { needsReason } from '@parking/contract/models/model-facts.ts'
import { useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { FormDialog, TextField } from '#src/ui/dialog/form-dialog.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useUiWords } from '#src/ui/ui-words.tsx'
import { toast } from '#src/ui/toast.tsx'
import type { ModelRow } from './page.tsx'

export const verdict_tones = { better: 'ok', equal: 'ok', worse: 'bad', unknown: 'warn' } as const

export function PromoteDialog({ row, name, onClose }: { row: ModelRow; name: string; onClose: () => void }) {
  const [words, common] = [useWords('models'), useUiWords()]
  const [empty, setEmpty] = useState(false)
  const promote = useChange('/api/system/promote_model', {
    refresh: ['/api/system/get_models'],
    done() {
      toast.success(words.promoted)
      onClose()
    },
  })
  const { result, agpl, model } = row
  if (!result) return null
  const wanted = needsReason(result.verdict)
  const kinds = [
    { says: words.recorded_entries, of: result.entries },
    { says: words.recorded_exits, of: result.exits },
    { says: words.confirmed, of: result.confirmed },
  ].filter(({ of }) => of.events > 0)
  function submit(typed: FormData) {
    const reason = String(typed.get('reason') ?? '').trim()
    setEmpty(wanted && reason === '')
    if (!wanted || reason !== '') void promote.run({ model, agpl, ...(wanted && { reason }) })
  }
  return (
    <FormDialog
      title={words.promote_ask(name)}
      cancel={common.cancel}
      submit={agpl ? words.agree : words.promote}
      running={promote.running}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="flex wrap gap-4-12">
        <StatusTag tone={verdict_tones[result.verdict]}>{words.verdicts[result.verdict]}</StatusTag>
        <span>{words.verdict_says[result.verdict]}</span>
      </p>
      {kinds.length > 0 && (
        <Facts width="wide">
          {kinds.map(({ says, of: { events, running, candidate } }) => (
            <Fact key={says} name={says}>
              {`${words.running} ${running} / ${events}，${words.candidate} ${candidate} / ${events}`}
            </Fact>
          ))}
        </Facts>
      )}
      <p className="paragraph">{words.promote_says}</p>
      {agpl && <p className="pad-10-12 ink round-6 on-warn">{words.agpl_says}</p>}
      {wanted && (
        <TextField
          label={words.promote_reason}
          name="reason"
          maxLength={200}
          required
          autoComplete="off"
          note={words.promote_reason_note}
          error={empty ? words.promote_reason_missing : undefined}
        />
      )}
    </FormDialog>
  )
}
