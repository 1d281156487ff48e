/**
 * The current plate letter by letter: each enlarged from the picture, with the character that was read below
 * it, then the errors.
 */
import { confidenceText } from '@parking/contract/checks/event-standing.ts'
import { plateColorFits } from '@parking/contract/plate/plate-forms.ts'
import { plateFacts, type PlateFacts } from '@parking/contract/plate/plate-grammar.ts'
import { plate_color } from '@parking/contract/core/codes.ts'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import { commentOf } from '#src/events/event/event-comment.ts'
import { centresOf, cutAround } from './letter-positions.ts'
import { usePlateBounds } from './plate-bounds.ts'
import styles from './plate.module.css'
import type { CheckRow } from './verdict-queue.ts'

type Props = {
  row: CheckRow
  type: number
  /** Text typed earlier and not saved. */ kept: string | undefined
}

export function PlateView({ row, type, kept }: Props) {
  const [words, codes] = [useWords('checks'), useWords('codes')]
  const facts = plateFacts(row.plate_number, type)
  const color = plate_color.find((one) => one === row.plate_color) ?? 'unknown'
  return (
    // Focusable, so that the keyboard scrolls it where the window is low.
    <div className={`grid slim gap-8 ${styles.plate}`} role="region" tabIndex={0} aria-label={words.plate}>
      <header className="row wrap spread gap-4-12">
        <h2 className="text-13 ink-2 bold">{words.letters}</h2>
        <p className="flex wrap gap-6">
          {facts.kind && <StatusTag tone="ok">{words.kinds[facts.kind]}</StatusTag>}
          {color !== 'unknown' && (
            <StatusTag tone={plateColorFits(facts.kind, color) ? 'idle' : 'warn'}>
              {plateColorFits(facts.kind, color)
                ? codes.plate_color[color]
                : words.color_odd(codes.plate_color[color])}
            </StatusTag>
          )}
          {row.standing !== 'observed' && <StatusTag tone="warn">{codes.standing[row.standing]}</StatusTag>}
          {row.confidence !== null && (
            <StatusTag tone="idle">{words.sure(confidenceText(row.confidence))}</StatusTag>
          )}
          {row.doubt && <StatusTag tone="warn">{words.doubts[row.doubt]}</StatusTag>}
        </p>
      </header>
      {facts.plate === '' ? (
        <>
          <CloseUp row={row} />
          <p className={`center ink-2 round-6 ${styles.none}`}>{words.no_plate}</p>
        </>
      ) : (
        <PlateBoxes facts={facts} row={row} />
      )}
      {row.plate_read !== row.plate_number && (
        <p className={styles.read}>{words.plate_read(row.plate_read || words.no_plate)}</p>
      )}
      <PlateIssues facts={facts} />
      {kept !== undefined && <p className={`text-13 ${styles.kept}`}>{words.kept(kept)}</p>}
      <CheckFacts row={row} />
    </div>
  )
}

export function CloseUp({ row }: { row: CheckRow }) {
  const parking = useWords('events')
  const picture = row.pictures.find(({ kind }) => kind === 'plate')
  return picture ? (
    <img className={`full block round-6 ${styles.closeUp}`} src={picture.url} alt={parking.kinds.plate} />
  ) : null
}

/** Aspect ratio (width / height) of an enlarged letter, as in plate.module.css. */
const letter_ratio = 5 / 8

/** One box per character, with its enlarged letter above; `at` marks the character being edited. */
export function PlateBoxes({
  facts,
  row,
  at,
  onPick,
}: {
  facts: PlateFacts
  /** The event whose picture the letters are cut from; without it only the boxes are shown. */
  row?: CheckRow
  at?: number | undefined
  onPick?: (at: number) => void
}) {
  const words = useWords('checks')
  const wrong = new Set(facts.issues.flatMap((issue) => (issue.what === 'character' ? [issue.at] : [])))
  const picture = row?.pictures.find(({ kind }) => kind === 'plate')
  const bounds = usePlateBounds(picture?.url, row?.plate_color ?? '')
  const letters = [...facts.plate]
  const centres = centresOf(letters.length)
  return (
    <div
      className="flex gap-6"
      role={onPick ? undefined : 'img'}
      aria-label={onPick ? undefined : facts.plate}
    >
      {letters.map((is, i) => {
        const marks = { 'data-wrong': wrong.has(i) || undefined, 'data-at': at === i || undefined }
        const cut =
          picture && picture.height > 0
            ? cutAround(centres[i] ?? 0.5, bounds, picture.width / picture.height, letter_ratio)
            : undefined
        return onPick ? (
          <button
            key={i}
            type="button"
            tabIndex={-1}
            className={`plain ${styles.box}`}
            {...marks}
            aria-label={words.character(i + 1, is)}
            onClick={() => onPick(i)}
          >
            {is}
          </button>
        ) : (
          <span key={i} className={`grid slim gap-4 ${styles.letter}`} aria-hidden="true">
            {picture && cut && (
              <span className={styles.cut} style={{ backgroundImage: `url("${picture.url}")`, ...cut }} />
            )}
            <span className={styles.box} {...marks}>
              {is}
            </span>
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
    <ul className={`flex wrap text-13 bad ${styles.issues}`}>
      {facts.issues.map((issue) => (
        <li key={issue.what === 'character' ? issue.at : issue.what}>
          {issue.what === 'character'
            ? words.issue_at(
                issue.at + 1,
                issue.is,
                issue.expected.name ? words.places[issue.expected.name] : words.sign(issue.expected.allowed),
              )
            : words[issue.what](issue.by)}
        </li>
      ))}
    </ul>
  )
}

/** Facts of the current event: why it needs a check, its comment, and earlier checks. */
function CheckFacts({ row }: { row: CheckRow }) {
  const [words, parking] = [useWords('checks'), useWords('events')]
  return (
    <div className="grid gap-6 text-13 ink-2">
      <p>{words.why_says[row.why]}</p>
      {row.comment && (
        <p>
          {parking.comment}：{commentOf(row.comment, parking)}
        </p>
      )}
      {row.checks.length > 0 && (
        <section>
          <h3 className="text-13 bold">{words.history}</h3>
          <ol className="listed">
            {row.checks.map((check) => (
              <li key={check.at_str + check.by}>
                <time>{check.at_str}</time> {check.by} {words.verdicts[check.verdict]}
                {check.plate_before !== check.plate_after &&
                  ` ${check.plate_before || words.no_plate} → ${check.plate_after || words.no_plate}`}
                {check.reason && ` ${check.reason}`}
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}
