/**
 * Shown if another user saved while this form was being filled in: a notice above the form, and a comparison
 * on request.
 */
import { useState, useSyncExternalStore } from 'react'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { WarnIcon } from '../ui/icons.tsx'
import { useWords } from '../core/words.ts'
import { useForm } from './form-context.ts'
import styles from './concurrent-save.module.css'
import type { Kind } from './kinds.ts'
import { useFieldText } from './field-text.ts'
import { needsChoice, type Choices, type Difference } from './three-way.ts'
import type { Raw } from './values.ts'
import { HeadRow } from '#src/tables/table-head.tsx'

export type ConcurrentSaveProps = {
  /** The labels of the fields. */
  labels: Readonly<Record<string, string>>
  /** Whether the comparison is open; a refused save opens it. */
  open: boolean
  onOpen: (open: boolean) => void
  /** The text for a list or an object, instead of the number of its entries. */
  fieldText?: (name: string, raw: Raw) => string | undefined
}

export function ConcurrentSave({ labels, open, onOpen, fieldText }: ConcurrentSaveProps) {
  const { model } = useForm()
  const words = useWords('forms')
  const theirs = useSyncExternalStore(model.subscribe, model.theirs)
  if (!theirs) return null
  return (
    <>
      <div
        className={`row wrap gap-8-12 below-16 warn round-8 on-warn icons-20 ${styles.notice}`}
        role="status"
      >
        <WarnIcon />
        <p>{words.meanwhile.notice}</p>
        <Button onClick={() => onOpen(true)}>{words.meanwhile.compare}</Button>
      </div>
      {open && <Comparison labels={labels} onClose={() => onOpen(false)} fieldText={fieldText} />}
    </>
  )
}

function Comparison({
  labels,
  onClose,
  fieldText,
}: Pick<ConcurrentSaveProps, 'labels' | 'fieldText'> & { onClose: () => void }) {
  const { model } = useForm()
  const words = useWords('forms').meanwhile
  const [rows] = useState(model.differences)
  const [choices, setChoices] = useState<Choices>({})
  const open = rows.filter(needsChoice)
  const left = open.filter(({ name }) => choices[name] === undefined).length
  const defaultText = useFieldText()
  const valueText = (name: string, raw: Raw) =>
    fieldText?.(name, raw) ?? defaultText(model.kindOf(name) satisfies Kind, raw)

  function settle() {
    if (left > 0) return
    model.settle(choices)
    onClose()
  }

  return (
    <Dialog
      title={words.title}
      width="large"
      onClose={onClose}
      footer={
        <>
          <p className={`grow text-13 ink-2 ${styles.left}`} role="status">
            {left > 0 ? words.left(left) : words.ready}
          </p>
          <Button onClick={onClose}>{words.later}</Button>
          <Button
            variant="primary"
            aria-disabled={left > 0}
            title={left > 0 ? words.left(left) : undefined}
            onClick={settle}
          >
            {words.settle}
          </Button>
        </>
      }
    >
      <p className="below-16 ink-2">{rows.length === 0 ? words.unseen : words.intro}</p>
      {rows.length > 0 && (
        <table className={`full text-14 ${styles.table}`}>
          <HeadRow names={[words.field, words.began, words.theirs, words.mine]} />
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.name}
                row={row}
                label={labels[row.name] ?? row.name}
                valueText={(raw) => (row.who === 'hidden' ? words.hidden : valueText(row.name, raw))}
                chosen={choices[row.name]}
                onChoose={(who) => setChoices({ ...choices, [row.name]: who })}
              />
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}

type RowProps = {
  row: Difference
  label: string
  valueText: (raw: Raw) => string
  chosen: 'theirs' | 'mine' | undefined
  onChoose: (who: 'theirs' | 'mine') => void
}

function Row({ row, label, valueText, chosen, onChoose }: RowProps) {
  const words = useWords('forms').meanwhile
  const choose = needsChoice(row)
  const holds = choose ? chosen : row.who === 'theirs' ? 'theirs' : 'mine'
  return (
    <tr data-open={choose && chosen === undefined ? '' : undefined}>
      <th scope="row">
        {label}
        <small>{words.who[row.who]}</small>
      </th>
      <td data-label={words.began}>{valueText(row.began)}</td>
      {(['theirs', 'mine'] as const).map((who) => (
        <td key={who} data-label={words[who]} data-holds={holds === who ? '' : undefined}>
          {choose ? (
            <label className={`flex baseline gap-8 pointer`}>
              <input
                type="radio"
                className="rigid"
                name={`whose-${row.name}`}
                aria-label={words.choose(label, words[who])}
                checked={chosen === who}
                onChange={() => onChoose(who)}
              />
              <span>{valueText(row[who])}</span>
            </label>
          ) : (
            <span>{valueText(row[who])}</span>
          )}
        </td>
      ))}
    </tr>
  )
}
