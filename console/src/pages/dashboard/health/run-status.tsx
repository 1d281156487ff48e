/** When the device was started and for how long it has run, updated without calls (spec §2). */
import type { AnswerAt } from '#src/core/api.ts'
import { Uptime } from '#src/time/uptime.tsx'
import type { CallState } from '#src/core/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './dashboard.module.css'

export function RunStatus({ query }: { query: CallState<AnswerAt<'/api/system/reboot_time'>> }) {
  const words = useWords('dashboard')
  return (
    <Section title={words.run_status}>
      <Loaded query={query} rows={3} failed={words.failed}>
        {({ reboot_time, run_time }) => (
          <dl className={styles.stack}>
            <div>
              <dt>{words.run_time}</dt>
              <dd className={styles.uptime}>
                <Uptime seconds={run_time} read_at={query.dataUpdatedAt} />
              </dd>
            </div>
            <div>
              <dt>{words.reboot_time}</dt>
              <dd className={styles.number}>{reboot_time || words.none}</dd>
            </div>
          </dl>
        )}
      </Loaded>
    </Section>
  )
}
