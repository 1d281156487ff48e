/**
 * Details of the current event: place and time, why it needs a check, the other end of the parking record,
 * earlier checks.
 */
import { check_undone } from '@parking/contract/checks/check-effect.ts'
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { barePlate } from '@parking/contract/plate/plate-grammar.ts'
import { PlateChip } from '#src/events/plate/plate-chip.tsx'
import { inSize } from '#src/lib/picture-size.ts'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import shared from './check.module.css'
import styles from './check-side.module.css'
import type { CheckRow } from './verdict-queue.ts'

/** Place, type and time. */
export function CheckWhere({ row }: { row: CheckRow }) {
  const codes = useWords('codes')
  const type = wordOf(event_type, row.event_type)
  return (
    <p className={styles.where}>
      <strong>{row.lot_no}</strong> <span>{type ? codes.event_type[type] : row.event_type}</span>{' '}
      <time>{row.event_time_str}</time> <span>{row.camera_name}</span>
    </p>
  )
}

export function CheckSide({ row }: { row: CheckRow }) {
  const [words, parking] = [useWords('checks'), useWords('events')]
  return (
    <>
      <section className={styles.facts}>
        <p className={styles.why}>
          <StatusTag tone="info">{words.whys[row.why]}</StatusTag> {words.why_says[row.why]}
        </p>
        {row.comment && (
          <p className={styles.why}>
            {parking.comment}：{row.comment}
          </p>
        )}
      </section>
      <Partner row={row} />
      {row.checks.length > 0 && (
        <section>
          <h2 className={shared.title}>{words.history}</h2>
          <ol className={styles.history}>
            {row.checks.map((check) => (
              <li key={check.at_str + check.by}>
                <time>{check.at_str}</time> {check.by}{' '}
                {check.reason === check_undone ? words.undone : words.verdicts[check.verdict]}
                {check.plate_before !== check.plate_after &&
                  ` ${check.plate_before || words.no_plate} → ${check.plate_after}`}
                {check.reason && check.reason !== check_undone && ` ${check.reason}`}
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

/** The other end of the parking record side by side, and whether the plates match. */
function Partner({ row }: { row: CheckRow }) {
  const words = useWords('checks')
  const arrives = row.event_type === event_type.entry || row.event_type === event_type.initial_entry
  const { partner } = row
  if (!partner)
    return (
      <p className={styles.missing}>{arrives ? words.partner_missing_exit : words.partner_missing_entry}</p>
    )
  const same = barePlate(partner.plate_number) === barePlate(row.plate_number)
  const ends = [
    { name: arrives ? words.partner_exit : words.partner_entry, of: partner },
    { name: words.this_one, of: row },
  ]
  return (
    <section>
      <h2 className={shared.title}>
        {words.partner_of}{' '}
        <StatusTag tone={same ? 'ok' : 'warn'}>{same ? words.same_plate : words.other_plate}</StatusTag>
      </h2>
      <div className={styles.ends}>
        {(arrives ? ends.toReversed() : ends).map(({ name, of }) => {
          const picture = of.pictures.find(({ kind }) => kind === 'car') ?? of.pictures[0]
          return (
            <figure key={of.uuid}>
              {picture && <img src={inSize(picture.url, 240)} alt="" />}
              <figcaption>
                <span>
                  {name} <time>{of.event_time_str}</time>
                </span>
                <PlateChip number={of.plate_number} color={of.plate_color} />
              </figcaption>
            </figure>
          )
        })}
      </div>
    </section>
  )
}
