/** Adding addresses, one or a pasted column of them: each line is looked at while it is typed, and closing with something typed asks (spec §5). */
import { useId, useState } from 'react'
import { useDirty } from '#src/stores/dirty.ts'
import { Button } from '#src/ui/button/button.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/words.ts'
import { sentenceOf } from '#src/errors.ts'
import { max_comment, max_lines, readLines, standingOf, type Line } from './lines.ts'
import type { Whitelist } from './page.tsx'
import { useListChange, type Outcome } from './use-list-change.ts'
import styles from './whitelist.module.css'

type Issues = Exclude<Outcome, string>['issues']

export function AddAddresses({
  data: { list, caller = '' },
  onClose,
}: {
  data: Whitelist
  onClose: () => void
}) {
  const [words, errors] = [useWords('whitelist'), useWords('errors')]
  const [text, setText] = useState('')
  const [told, setTold] = useState<{ text: string; issues: Issues }>({ text: '', issues: [] })
  const id = useId()
  const { running, run } = useListChange('/api/system/add_whitelist', caller)
  const lines = readLines(text, new Set(list.map(({ address }) => address)))
  const wrong = lines.filter((line) => line.wrong)
  const refused = told.text === text ? told.issues : []
  const tooMany = lines.length > max_lines
  useDirty(lines.length > 0)

  async function close() {
    if (
      lines.length > 0 &&
      !(await confirm({
        title: words.leave,
        body: words.leave_says(lines.length),
        confirm: words.leave_go,
        cancel: words.stay,
        danger: true,
      }))
    )
      return
    onClose()
  }

  async function save() {
    const outcome = await run({ list: lines.map(({ address, comment }) => ({ address, comment })) })
    if (outcome === 'done') {
      toast.success(words.saved(lines.length))
      onClose()
    } else if (outcome !== 'kept') setTold({ text, issues: outcome.issues })
  }

  /** What the device found wrong with a line, where it is the device that knows. */
  const refusalOf = (at: number) =>
    refused.find(({ field }) => field === `list.${at}.address` || field === `list.${at}.comment`)
  const remarks = lines
    .map((line, at) => ({
      line,
      says: line.wrong ? remarkOf(line, words, errors) : refusalOf(at) && sentenceOf(refusalOf(at)!, errors),
    }))
    .filter((remark) => remark.says !== undefined)
  const mine = standingOf(caller, [...list, ...lines.filter((line) => !line.wrong)])

  return (
    <Dialog
      title={words.dialog}
      onClose={() => void close()}
      footer={
        <>
          <Button onClick={() => void close()}>{words.cancel}</Button>
          <Button
            variant="primary"
            disabled={lines.length === 0 || wrong.length > 0 || tooMany}
            pending={running}
            onClick={() => void save()}
          >
            {words.save(lines.length - wrong.length)}
          </Button>
        </>
      }
    >
      <div className="stack">
        <div className="field">
          <label htmlFor={id}>{words.lines}</label>
          <textarea
            id={id}
            className={`input ${styles.lines}`}
            rows={8}
            value={text}
            placeholder={words.lines_example}
            spellCheck={false}
            autoComplete="off"
            data-autofocus
            aria-invalid={remarks.length > 0}
            aria-describedby={`${id}-hint ${id}-state`}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <p id={`${id}-hint`} className="note">
            {words.lines_hint}
          </p>
        </div>
        {mine === 'out' && (
          <Button
            className={styles.mine}
            onClick={() =>
              setText(
                `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${caller} ${words.mine_comment}\n`,
              )
            }
          >
            {words.add_mine} {caller}
          </Button>
        )}
        <p
          id={`${id}-state`}
          className={styles.count}
          data-tone={wrong.length > 0 || tooMany ? 'bad' : undefined}
          role="status"
        >
          {tooMany
            ? words.too_many(max_lines)
            : lines.length === 0
              ? words.nothing
              : wrong.length > 0
                ? words.wrong(wrong.length)
                : words.ready(lines.length)}
        </p>
        {remarks.length > 0 && (
          <ul className={styles.remarks}>
            {remarks.slice(0, 100).map(({ line, says }) => (
              <li key={line.number}>
                <strong>{words.line(line.number)}</strong> <code>{line.address}</code> {says}
              </li>
            ))}
          </ul>
        )}
        <Becoming lines={lines} />
      </div>
    </Dialog>
  )
}

/** What is written otherwise than it was typed: a network by its first address, a long address by its short form. */
function Becoming({ lines }: { lines: readonly Line[] }) {
  const words = useWords('whitelist')
  const other = lines.filter((line) => !line.wrong && !line.text.startsWith(line.address))
  if (other.length === 0) return null
  return (
    <ul className={styles.becoming}>
      {other.slice(0, 20).map((line) => (
        <li key={line.number}>
          {words.line(line.number)} {words.becomes(line.address)}
        </li>
      ))}
    </ul>
  )
}

function remarkOf(
  { wrong }: Line,
  words: ReturnType<typeof useWords<'whitelist'>>,
  errors: ReturnType<typeof useWords<'errors'>>,
): string {
  switch (wrong?.kind) {
    case 'repeated':
      return words.repeated(wrong.line)
    case 'there':
      return words.there
    case 'comment_long':
      return words.comment_long(max_comment)
    case 'comment_control':
      return words.comment_control
    default:
      return errors.issues.network
  }
}
