/** The current plate character by character: errors with reasons, suggestions, and the close-up above it. */
import { plateColorFits, plateFacts, type PlateFacts } from '@parking/contract/plate/plate-grammar.ts'
import { plate_color } from '@parking/contract/core/codes.ts'
import { Button } from '#src/ui/button/button.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './plate.module.css'
import type { CheckRow } from './verdict-queue.ts'

type Props = {
  row: CheckRow
  type: number
  /** Text typed earlier and not saved. */ kept: string | undefined
  suggested: readonly string[]
  onEdit: (plate?: string) => void
}

export function PlateView({ row, type, kept, suggested, onEdit }: Props) {
  const [words, codes] = [useWords('checks'), useWords('codes')]
  const facts = plateFacts(row.plate_number, type)
  const color = plate_color.find((one) => one === row.plate_color) ?? 'unknown'
  return (
    <section className={styles.plate} aria-label={words.plate}>
      <CloseUp row={row} />
      {facts.plate === '' ? <p className={styles.none}>{words.no_plate}</p> : <PlateBoxes facts={facts} />}
      <p className={styles.tags}>
        {facts.kind && <StatusTag tone="ok">{words.kinds[facts.kind]}</StatusTag>}
        {color !== 'unknown' && (
          <StatusTag tone={plateColorFits(facts.kind, color) ? 'idle' : 'warn'}>
            {plateColorFits(facts.kind, color)
              ? codes.plate_color[color]
              : words.color_odd(codes.plate_color[color])}
          </StatusTag>
        )}
        <StatusTag tone="idle">{words.sure(Math.round(row.confidence))}</StatusTag>
        {row.doubt && <StatusTag tone="warn">{words.doubts[row.doubt]}</StatusTag>}
      </p>
      {row.plate_read !== row.plate_number && (
        <p className={styles.read}>{words.plate_read(row.plate_read || words.no_plate)}</p>
      )}
      <PlateIssues facts={facts} />
      {kept !== undefined && <p className={styles.kept}>{words.kept(kept)}</p>}
      {suggested.length > 0 && (
        <div className={styles.suggestions} role="group" aria-label={words.suggestions}>
          <span>{words.suggestions}</span>
          {suggested.map((plate, at) => (
            <Button key={plate} onClick={() => onEdit(plate)}>
              <kbd aria-hidden="true">{at + 1}</kbd>
              <Differing plate={plate} from={facts.plate} />
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}

export function CloseUp({ row }: { row: CheckRow }) {
  const parking = useWords('events')
  const picture = row.pictures.find(({ kind }) => kind === 'plate')
  return picture ? <img className={styles.closeUp} src={picture.url} alt={parking.kinds.plate} /> : null
}

/** One box per character; `at` marks the one being edited. */
export function PlateBoxes({
  facts,
  at,
  onPick,
}: {
  facts: PlateFacts
  at?: number | undefined
  onPick?: (at: number) => void
}) {
  const words = useWords('checks')
  const wrong = new Set(facts.issues.flatMap((issue) => (issue.what === 'character' ? [issue.at] : [])))
  return (
    <div
      className={styles.boxes}
      role={onPick ? undefined : 'img'}
      aria-label={onPick ? undefined : facts.plate}
    >
      {[...facts.plate].map((is, i) => {
        const marks = { 'data-wrong': wrong.has(i) || undefined, 'data-at': at === i || undefined }
        return onPick ? (
          <button
            key={i}
            type="button"
            tabIndex={-1}
            className={styles.box}
            {...marks}
            aria-label={words.character(i + 1, is)}
            onClick={() => onPick(i)}
          >
            {is}
          </button>
        ) : (
          <span key={i} className={styles.box} {...marks} aria-hidden="true">
            {is}
          </span>
        )
      })}
    </div>
  )
}

export function PlateIssues({ facts }: { facts: PlateFacts }) {
  const words = useWords('checks')
  if (facts.issues.length === 0 || facts.plate === '') return null
  return (
    <ul className={styles.issues}>
      {facts.issues.map((issue) => (
        <li key={issue.what === 'character' ? issue.at : issue.what}>
          {issue.what === 'character'
            ? words.issue_at(issue.at + 1, issue.is, words.places[issue.expected])
            : words[issue.what](issue.by)}
        </li>
      ))}
    </ul>
  )
}

/** A plate with its differing characters highlighted. */
function Differing({ plate, from }: { plate: string; from: string }) {
  const before = [...from]
  return (
    <span className={styles.differing}>
      {[...plate].map((is, at) => (is === before[at] ? is : <b key={at}>{is}</b>))}
    </span>
  )
}
