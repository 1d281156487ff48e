/**
 * Plates that the event may really have: the four likeliest in large letters, the rest in one row, each with
 * a digit key.
 */
import { plateFacts } from '@parking/contract/plate/plate-grammar.ts'
import { useWords } from '#src/core/words.ts'
import styles from './look-alikes.module.css'
import type { CheckRow } from './verdict-queue.ts'

const large_count = 4

type Props = { row: CheckRow; type: number; suggested: readonly string[]; onEdit: (plate: string) => void }

export function LookAlikes({ row, type, suggested, onEdit }: Props) {
  const words = useWords('checks')
  const { plate } = plateFacts(row.plate_number, type)
  return (
    <section className={`grid slim gap-10 ${styles.pane}`} aria-label={words.suggestions}>
      <header className={`flex baseline spread gap-12 ${styles.head}`}>
        <h2 className="text-13 ink-2 bold">{words.suggestions}</h2>
        {suggested.length > 0 && <p className="text-13 ink-2 bold">{words.suggestions_says}</p>}
      </header>
      {suggested.length === 0 && <p className="note">{words.suggestions_none}</p>}
      <div className={styles.cards} role="group" aria-label={words.suggestions}>
        {suggested.map((one, at) => (
          <button
            key={one}
            type="button"
            className={`plain ${at < large_count ? styles.card : styles.small}`}
            onClick={() => onEdit(one)}
          >
            <kbd aria-hidden="true">{at + 1}</kbd>
            {at < large_count && <em aria-hidden="true">{differing(one, plate).map(({ is }) => is)}</em>}
            <span className={`text-13 medium figures ${styles.whole}`}>
              {[...one].map((is, i) => (plate === '' || is === [...plate][i] ? is : <b key={i}>{is}</b>))}
            </span>
            {at < large_count && (
              <small className="text-11 ink-3" aria-hidden="true">
                {differing(one, plate)
                  .map(({ was, is }) => `${was} → ${is}`)
                  .join('  ')}
              </small>
            )}
            {row.readings.includes(one) && <small className="text-11 ink-2">{words.machine_read}</small>}
          </button>
        ))}
      </div>
    </section>
  )
}

/** The characters that differ, at most two; none if the lengths differ. */
function differing(one: string, plate: string): { was: string; is: string }[] {
  const was = [...plate]
  const is = [...one]
  if (was.length !== is.length) return []
  return is
    .flatMap((letter, at) => (letter === was[at] ? [] : [{ was: was[at] ?? '', is: letter }]))
    .slice(0, 2)
}
