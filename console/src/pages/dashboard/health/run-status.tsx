/** When the device was started and how long it has run, updated without calls (spec §2). */
import type { AnswerAt } from '#src/core/api.ts'
import { Uptime } from '#src/time/uptime.tsx'
import type { CallState } from '#src/core/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './dashboard.module.css'

export function RunStatus({ query }: { query: CallState<AnswerAt<'/api/system/reboot_time'>> }) {
  const words = useWords('dashboard')
  return (
    <Section title={words.run_status}>
      <Loaded query={query} rows={3} failed={words.failed}>
        {({ reboot_time, run_time }) => (
          <Facts>
            <Fact name={words.run_time} wide>
              <span className={styles.uptime}>
                <Uptime seconds={run_time} read_at={query.dataUpdatedAt} />
              </span>
            </Fact>
            <Fact name={words.reboot_time} wide>
              {reboot_time || words.none}
            </Fact>
          </Facts>
        )}
      </Loaded>
    </Section>
  )
}
