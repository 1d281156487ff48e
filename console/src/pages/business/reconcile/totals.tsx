/** What the comparison covers: the sum of the file, the sum of the device, and what was not compared. */
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { useWords } from '#src/core/words.ts'
import { formatTime } from '#src/time/time.ts'
import { Section } from '#src/ui/section.tsx'
import type { Chosen } from './mapping-form.tsx'
import { device_terms, file_terms, type Reconciled, type Sum } from './reconcile.ts'
import { isOfStays } from './records.ts'
import styles from './reconcile.module.css'

const max_faults = 5

export function Totals({ result, chosen }: { result: Reconciled; chosen: Chosen }) {
  const [words, codes] = [useWords('reconcile'), useWords('codes')]
  const { file, device, faults, without, absent_days, types, foreign } = result
  const notes = [
    result.foreign_uuids > 0 && words.foreign_uuids(result.foreign_uuids),
    file.terms.as_shown > 0 && words.shown_count(file.terms.as_shown),
    result.derived > 0 && words.derived_count(result.derived),
    result.to_minute > 0 && words.minute_count(result.to_minute),
    result.overwritten_plates > 0 && words.overwritten(result.overwritten_plates),
    result.typed > 0 && words.typed_count(result.typed),
  ].filter((note) => note !== false)
  const nameOf = (type: number) => {
    const word = wordOf(event_type, type)
    return word ? codes.event_type[word] : String(type)
  }
  const not_compared = [...chosen.file.not_compared].map(([word, n]) =>
    words.count(word || words.empty_cell, n),
  )
  return (
    <>
      {(!file.closes || !device.closes) && (
        <p className={styles.wrong} role="alert">
          {words.sum_open}
        </p>
      )}
      {(foreign ||
        faults.length > 0 ||
        without.exits > 0 ||
        without.entries > 0 ||
        absent_days.length > 0) && (
        <div className={styles.faults} role="status">
          {foreign && <p className="medium">{words.foreign}</p>}
          {without.exits > 0 && <p className="medium">{words.without_exits(without.exits)}</p>}
          {without.entries > 0 && <p className="medium">{words.without_entries(without.entries)}</p>}
          {absent_days.map(({ day, n }) => (
            <p key={day} className="medium">
              {words.absent_day(day, n)}
            </p>
          ))}
          {faults.length > 0 && (
            <>
              <p className="medium">{words.faults(faults.length)}</p>
              <ul className="listed">
                {faults.slice(0, max_faults).map(({ line, what, cell }) => (
                  <li key={`${line} ${what}`}>{words.fault[what](line, cell)}</li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
      <Section
        title={words.sums_title}
        hint={words.sums_hint(formatTime(chosen.from_ms), formatTime(chosen.to_ms - 1))}
      >
        <div className={styles.columns}>
          <Terms
            title={
              isOfStays(chosen.mapping.columns) ? words.file_halves(file.total) : words.file_rows(file.total)
            }
            sum={file}
            names={file_terms}
            labels={words.file_terms}
            notes={{ not_compared }}
          />
          <Terms
            title={words.device_events(device.total)}
            sum={device}
            names={device_terms}
            labels={words.device_terms}
            notes={{ not_compared: [...types].map(([type, n]) => words.count(nameOf(type), n)) }}
          />
        </div>
        {notes.map((note) => (
          <p key={note} className="note above-12">
            {note}
          </p>
        ))}
      </Section>
    </>
  )
}

type TermsProps<Term extends string> = {
  title: string
  sum: Sum<Term>
  names: readonly Term[]
  labels: Readonly<Record<Term, string>>
  notes: Partial<Record<Term, readonly string[]>>
}

/** The terms that are not zero, below their total. */
function Terms<Term extends string>({ title, sum, names, labels, notes }: TermsProps<Term>) {
  return (
    <section aria-label={title}>
      <h3 className="text-14 medium">{title}</h3>
      <ul className={`text-13 figures ${styles.terms}`}>
        {names
          .filter((name) => sum.terms[name] > 0)
          .map((name) => (
            <li key={name}>
              <span>{labels[name]}</span> <b>{sum.terms[name]}</b>
              {notes[name] && notes[name].length > 0 && (
                <small className="ink-3">{notes[name].join(' · ')}</small>
              )}
            </li>
          ))}
      </ul>
    </section>
  )
}
