/** The imported models: state, licence, and the actions for each. */
import { useState } from 'react'
import { useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { bytesText } from '#src/lib/bytes.ts'
import { Button } from '#src/ui/button/button.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { toast } from '#src/ui/toast.tsx'
import styles from './models.module.css'
import type { ModelRow, Models } from './page.tsx'
import { fullName } from './present-model.tsx'
import { PromoteDialog } from './promote-dialog.tsx'

const tones = { uploaded: 'info', checked: 'ok', rejected: 'bad' } as const satisfies Record<string, Tone>

/** The name of its manifest; a model whose manifest cannot be read has that of its file. */
const nameOf = ({ name, version, file, model }: ModelRow): string =>
  fullName(name, version) || file || model.slice(0, 12)

export function ModelsTable({ models, onOpen }: { models: Models; onOpen: (model: string) => void }) {
  const words = useWords('models')
  const trial_busy = models.list.some(({ trial }) => trial === 'running')
  return (
    <div className="table-box">
      <table className="table" data-cards>
        <thead>
          <tr>
            <th>{words.name}</th>
            <th>{words.licence}</th>
            <th>{words.state}</th>
            <th>{words.made}</th>
            <th>{words.actions}</th>
          </tr>
        </thead>
        <tbody>
          {models.list.map((row) => (
            <tr key={row.model}>
              <td data-label={words.name}>
                <ModelName row={row} />
              </td>
              <td data-label={words.licence}>
                {row.licence || '--'} {row.agpl && <StatusTag tone="warn">{words.agpl}</StatusTag>}
              </td>
              <td data-label={words.state}>
                <StatusTag tone={tones[row.state]}>{words.states[row.state]}</StatusTag>{' '}
                {row.in_use && <StatusTag tone="ok">{words.in_use}</StatusTag>}
                {row.reason && <p className="above-4">{words.reasons[row.reason]}</p>}
                {row.said !== '' && (
                  <p className="above-4 text-13 ink-2 anywhere">
                    {words.said}：<q lang="en">{row.said}</q>
                  </p>
                )}
              </td>
              <td data-label={words.made}>{row.create_time_str}</td>
              <td data-label={words.actions}>
                <div className="flex wrap gap-8">
                  <Actions row={row} trial_busy={trial_busy} onOpen={onOpen} />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ModelName({ row }: { row: ModelRow }) {
  const words = useWords('models')
  const labels: Readonly<Record<string, string>> = words.labels
  const named = row.labels.map((label) => labels[label] ?? label).join('、')
  return (
    <>
      <span className={`block anywhere ${styles.name}`}>{nameOf(row)}</span>
      {row.file !== '' && row.file !== nameOf(row) && <small className="anywhere">{row.file}</small>}
      {row.state === 'checked' && <small>{words.decoder(row.decoder, bytesText(row.bytes))}</small>}
      {named !== '' && <small>{named}</small>}
    </>
  )
}

type ActionsProps = { row: ModelRow; trial_busy: boolean; onOpen: (model: string) => void }

function Actions({ row, trial_busy, onOpen }: ActionsProps) {
  const words = useWords('models')
  const refresh = ['/api/system/get_models', '/api/system/get_model_trial'] as const
  const trial = useChange('/api/system/try_model', { refresh, done: () => onOpen(row.model) })
  const [promoting, setPromoting] = useState(false)
  const remove = useChange('/api/system/delete_model', { refresh, done: () => toast.success(words.deleted) })
  const { model } = row
  const name = nameOf(row)
  const unchecked = row.state === 'checked' ? undefined : words.not_checked
  const untried = row.result ? (row.result.current ? undefined : words.tried_against_other) : words.try_first

  async function askDelete() {
    const confirmed = await confirm({
      title: words.delete_ask(name),
      body: <p className="paragraph">{words.delete_says}</p>,
      confirm: words.delete,
      danger: true,
    })
    if (confirmed) await remove.run({ model })
  }
  return (
    <>
      {row.trial !== null && <Button onClick={() => onOpen(model)}>{words.trial}</Button>}
      <WhyButton
        why={unchecked ?? (trial_busy ? words.trial_busy : undefined)}
        busy={trial.running}
        label={`${words.try} ${name}`}
        onPress={() => void trial.run({ model })}
      >
        {words.try}
      </WhyButton>
      {!row.in_use && (
        <WhyButton
          why={unchecked ?? untried}
          label={`${words.promote} ${name}`}
          onPress={() => setPromoting(true)}
        >
          {words.promote}
        </WhyButton>
      )}
      <WhyButton
        why={row.in_use ? words.use_first : undefined}
        busy={remove.running}
        label={`${words.delete} ${name}`}
        onPress={() => void askDelete()}
      >
        {words.delete}
      </WhyButton>
      {promoting && <PromoteDialog row={row} name={name} onClose={() => setPromoting(false)} />}
    </>
  )
}
