/**
 * The retention of each kind of data on the disk. If the device has retention rules, the form shows events
 * and media instead.
 */
import { log_type, wordOf } from '@parking/contract/core/codes.ts'
import { bytesText } from '#src/lib/bytes.ts'
import { useCall } from '#src/core/queries.ts'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import type { DiskStatus } from './page.tsx'
import styles from './retention-list.module.css'

type Kept = DiskStatus['retention'][number]

export function RetentionList({ retention }: { retention: DiskStatus['retention'] }) {
  const words = useWords('disk')
  const types = useWords('codes').log_type
  const has_retention_rules = useCall('/api/parking/get_retention', {}).data !== undefined
  const nameOf = ({ kind, log_type: type }: Kept): string => {
    const word = type === undefined ? undefined : wordOf(log_type, type)
    return word ? words.log_of(types[word]) : kind === 'database' ? words.event_data : words.kinds[kind]
  }
  const untilOf = ({ days, bytes, rows }: Kept): string =>
    [
      days === null ? '' : words.days(days),
      rows === null ? '' : bytes === null ? words.newest(rows) : words.at_most(bytesText(bytes), rows),
    ]
      .filter(Boolean)
      .join('，') || words.for_good
  return (
    <Section title={words.retention} hint={words.retention_hint}>
      <dl className={styles.kept}>
        {retention
          .filter(({ kind }) => !has_retention_rules || (kind !== 'pictures' && kind !== 'database'))
          .map((kept) => (
            <div key={`${kept.kind} ${kept.log_type ?? ''}`}>
              <dt>{nameOf(kept)}</dt>
              <dd>{untilOf(kept)}</dd>
            </div>
          ))}
      </dl>
    </Section>
  )
}
