/**
 * Adds addresses: a single one or a pasted column. Each line is validated while the user types; closing with
 * content asks for confirmation (spec §5).
 */
import { useId, useState } from 'react'
import { useDirty } from '#src/stores/dirty.ts'
import { Button } from '#src/ui/button/button.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { sentenceOf } from '#src/core/errors.ts'
import { max_comment, max_lines, readLines, accessOf, type Line } from './parse-lines.ts'
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
  const [answer, setAnswer] = useState<{ text: string; issues: Issues }>({ text: '', issues: [] })
  const id = useId()
  const { running, run } = useListChange('/api/system/add_whitelist', caller)
  const lines = readLines(text, new Set(list.map(({ address }) => address)))
  const invalid = lines.filter((line) => line.issue)
  const rejected = answer.text === text ? answer.issues : []
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
    } else if (outcome !== 'kept') setAnswer({ text, issues: outcome.issues })
  }

  /** The issue that the device found in a line. */
  const deviceIssueOf = (at: number) =>
    rejected.find(({ field }) => field === `list.${at}.address` || field === `list.${at}.comment`)
  const remarks = lines
    .map((line, at) => ({
      line,
      text: line.issue
        ? remarkOf(line, words, errors)
        : deviceIssueOf(at) && sentenceOf(deviceIssueOf(at)!, errors),
    }))
    .filter((remark) => remark.text !== undefined)
  const own_access = accessOf(caller, [...list, ...lines.filter((line) => !line.issue)])

  return (
    <Dialog
      title={words.dialog}
      onClose={() => void close()}
      footer={
        <>
          <Button onClick={() => void close()}>{words.cancel}</Button>
          <Button
            variant="primary"
            disabled={lines.length === 0 || invalid.length > 0 || tooMany}
            pending={running}
            onClick={() => void save()}
          >
            {words.save(lines.length - invalid.length)}
          </Button>
        </>
      }
    >
      <div className="stack">
        <div className="field">
          <label htmlFor={id}>{words.lines}</label>
          <textarea
            id={id}
            className="input text-lines text-13 mono leading-16"
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
        {own_access === 'out' && (
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
          className={`bold ${styles.count}`}
          data-tone={invalid.length > 0 || tooMany ? 'bad' : undefined}
          role="status"
        >
          {tooMany
            ? words.too_many(max_lines)
            : lines.length === 0
              ? words.nothing
              : invalid.length > 0
                ? words.wrong(invalid.length)
                : words.ready(lines.length)}
        </p>
        {remarks.length > 0 && (
          <ul className={`round-6 on-bad ${styles.remarks}`}>
            {remarks.slice(0, 100).map(({ line, text: remark }) => (
              <li key={line.number} className="anywhere">
                <strong>{words.line(line.number)}</strong> <code className="mono">{line.address}</code>{' '}
                {remark}
              </li>
            ))}
          </ul>
        )}
        <NormalForms lines={lines} />
      </div>
    </Dialog>
  )
}

/**
 * Lists addresses whose normal form differs from the typed text: a network by its first address, IPv6 in
 * short form.
 */
function NormalForms({ lines }: { lines: readonly Line[] }) {
  const words = useWords('whitelist')
  const other = lines.filter((line) => !line.issue && !line.text.startsWith(line.address))
  if (other.length === 0) return null
  return (
    <ul className={`ink-2 ${styles.normal_forms}`}>
      {other.slice(0, 20).map((line) => (
        <li key={line.number}>
          {words.line(line.number)} {words.becomes(line.address)}
        </li>
      ))}
    </ul>
  )
}

function remarkOf(
  { issue }: Line,
  words: ReturnType<typeof useWords<'whitelist'>>,
  errors: ReturnType<typeof useWords<'errors'>>,
): string {
  switch (issue?.kind) {
    case 'repeated':
      return words.repeated(issue.line)
    case 'listed':
      return words.already_listed
    case 'comment_long':
      return words.comment_long(max_comment)
    case 'comment_control':
      return words.comment_control
    default:
      return errors.issues.network
  }
}
