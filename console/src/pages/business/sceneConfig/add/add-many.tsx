/**
 * Adds many cameras from a list: lines are validated while the user types, three cameras are added at a time,
 * and each failure names its step and can be retried.
 */
import { useId, useState, type ChangeEvent } from 'react'
import { WhyButton } from '#src/forms/why-button.tsx'
import { sentenceOf } from '#src/core/errors.ts'
import { batchCounts } from '#src/lib/batch-counts.ts'
import { useDirty } from '#src/stores/dirty.ts'
import { useWords } from '#src/core/words.ts'
import styles from './add.module.css'
import list_styles from './add-list.module.css'
import form_styles from '../connect/connect.module.css'
import { ActionRow } from '../connect/submit-row.tsx'
import { max_cameras, readCameras, type CameraBody, type CameraLine } from './camera-lines.ts'
import { OutcomeTag } from './outcome-tag.tsx'
import { useAddCameras, type Outcome } from './use-add-cameras.ts'
import { Button } from '#src/ui/button/button.tsx'

type ValidLine = CameraLine & { readonly body: CameraBody }

export function AddManyForm() {
  const words = useWords('camera')
  const text = words.many
  const [typed, setTyped] = useState('')
  const { outcomes, running, run: addAll } = useAddCameras()
  const id = useId()
  const lines = readCameras(typed)
  const good = lines.filter((line): line is ValidLine => 'body' in line)
  const bad = lines.length - good.length
  const left = good.filter((line) => outcomes.get(keyOf(line.body))?.state !== 'added')
  const failed = good.filter((line) => outcomes.get(keyOf(line.body))?.state === 'failed')
  const tooMany = lines.length > max_cameras
  const progress = text.progress(good.length, batchCounts(good.map(({ body }) => outcomes.get(keyOf(body)))))
  const why = tooMany
    ? text.too_many(max_cameras)
    : lines.length === 0
      ? text.nothing
      : bad > 0
        ? text.wrong(bad)
        : left.length === 0
          ? progress
          : undefined
  useDirty(left.length > 0)

  const run = (wanted: readonly ValidLine[]) => addAll(wanted.map(({ body }) => ({ key: keyOf(body), body })))

  async function read(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.currentTarget.files ?? []
    if (file) setTyped(decoded(new Uint8Array(await file.arrayBuffer())))
  }

  return (
    <form className="stack" aria-label={text.title} onSubmit={(event) => event.preventDefault()}>
      <div className="field">
        <label htmlFor={id}>{text.label}</label>
        <textarea
          id={id}
          className="input text-lines text-13 mono leading-16"
          rows={7}
          value={typed}
          readOnly={running}
          placeholder={text.example}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={bad > 0}
          aria-describedby={`${id}-hint ${id}-state`}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <p id={`${id}-hint`} className={`note below-12 ${form_styles.hint}`}>
          {text.hint}
        </p>
      </div>
      <label className={`button relative pointer ${styles.file}`}>
        {text.file}
        <input
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          disabled={running}
          onChange={(event) => void read(event)}
        />
      </label>
      <p
        id={`${id}-state`}
        className={`bold figures ${list_styles.progress}`}
        data-bad={bad > 0 || tooMany}
        role="status"
      >
        {why ?? (running || outcomes.size > 0 ? progress : text.ready(good.length))}
      </p>
      {lines.length > 0 && (
        <ul className={`text-13 bordered round-6 ${list_styles.lines}`}>
          {lines.slice(0, max_cameras).map((line) => (
            <li key={line.number}>
              <span className={`medium anywhere ${list_styles.name}`}>{line.label}</span>
              <LineResult line={line} outcome={'body' in line ? outcomes.get(keyOf(line.body)) : undefined} />
            </li>
          ))}
        </ul>
      )}
      <ActionRow>
        {failed.length > 0 && !running && left.length > failed.length && (
          <Button onClick={() => void run(failed)}>{text.retry(failed.length)}</Button>
        )}
        <WhyButton variant="primary" why={why} busy={running} onPress={() => void run(left)}>
          {failed.length > 0 && failed.length === left.length
            ? text.retry(failed.length)
            : text.submit(left.length)}
        </WhyButton>
      </ActionRow>
    </form>
  )
}

const keyOf = (body: CameraBody): string => JSON.stringify(body)

/** Chinese spreadsheets are still saved as GB 18030, whose Chinese text is not valid UTF-8. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

function LineResult({ line, outcome }: { line: CameraLine; outcome: Outcome | undefined }) {
  const words = useWords('camera')
  const errors = useWords('errors')
  if ('repeats' in line)
    return (
      <span className={`bad anywhere ${list_styles.why}`}>
        {words.many.line(line.number)} {words.many.repeats(line.repeats)}
      </span>
    )
  if ('wrong' in line)
    return (
      <span className={`bad anywhere ${list_styles.why}`}>
        {words.many.line(line.number)} {words.form[line.wrong.column]}：{sentenceOf(line.wrong.issue, errors)}
      </span>
    )
  return <OutcomeTag outcome={outcome} />
}
