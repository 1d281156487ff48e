/**
 * Estimates how much evidence is written per day: the sum, its parts with their sources, and the free disk
 * space.
 */
import { bytesText } from '#src/lib/bytes.ts'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import { HeadRow } from '#src/tables/table-head.tsx'
import styles from './disk-forecast.module.css'
import type { EvidencePreview } from './use-evidence-preview.ts'

export function Forecast({ forecast, busy }: { forecast: EvidencePreview['forecast']; busy: boolean }) {
  const words = useWords('evidence').forecast
  const { parts, per_day, events_per_day, counted_days, lot_num, per_lot, free, total, retention_days } =
    forecast
  const events = events_per_day.toLocaleString('en')
  const days = per_day > 0 ? Math.floor(free / per_day) : undefined
  const partText = (part: (typeof parts)[number]) => `${words.parts[part.part]} ${bytesText(part.per_day)}`
  return (
    <Section title={words.title} hint={words.hint}>
      {events_per_day === 0 ? (
        <p className="note">{words.no_lots}</p>
      ) : (
        <div className={styles.forecast} data-busy={busy}>
          <div className={styles.sum}>
            <span className="note block">{words.total}</span>
            <output className={`block bold figures ${styles.figure}`}>{bytesText(per_day)}</output>
            <p>
              {counted_days > 0
                ? words.counted(counted_days, events)
                : words.assumed(lot_num, per_lot, events)}
            </p>
            <p>{words.free(bytesText(free), bytesText(total))}</p>
            {days !== undefined && (
              <p className={styles.lasts} data-soon={days < 30 || undefined}>
                {days > 3650 ? words.lasts_long : words.lasts(words.days(days))}
              </p>
            )}
            <p>{retention_days === null ? words.kept : words.kept_for(retention_days)}</p>
          </div>
          <div className={`slim ${styles.parts}`}>
            <div
              className={`flex clip below-8 round-4 ${styles.stack}`}
              role="img"
              aria-label={`${words.bar}：${parts.map(partText).join('，')}`}
            >
              {parts.map(
                (part) =>
                  part.per_day > 0 && (
                    <span key={part.part} data-part={part.part} style={{ flexGrow: part.per_day }} />
                  ),
              )}
            </div>
            <table>
              <HeadRow names={[words.part, words.each, words.from_label, words.day]} />
              <tbody>
                {parts.map((part) => (
                  <tr key={part.part}>
                    <th scope="row">
                      <span className={styles.swatch} data-part={part.part} aria-hidden="true" />
                      {words.parts[part.part]}
                    </th>
                    <td>{bytesText(part.bytes)}</td>
                    <td className="ink-3">{words.from[part.from]}</td>
                    <td>{bytesText(part.per_day)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
    </Section>
  )
}
