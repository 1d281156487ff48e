/** The identity of the device (spec §2). */
import type { AnswerAt } from '#src/core/api.ts'
import type { CallState } from '#src/core/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './dashboard.module.css'

const fields = ['host_name', 'host_model', 'host_sn', 'version', 'firmware', 'hardware_id'] as const

export function BaseInfo({ query }: { query: CallState<AnswerAt<'/api/device/get_basic_info'>> }) {
  const words = useWords('dashboard')
  return (
    <Section title={words.base_info}>
      <Loaded query={query} rows={3} failed={words.failed}>
        {(info) => (
          <Facts className={styles.columns}>
            {fields.map((field) => (
              <Fact key={field} name={words[field]} wide={field === 'hardware_id'}>
                <CopyText text={info[field] || ''} />
              </Fact>
            ))}
          </Facts>
        )}
      </Loaded>
    </Section>
  )
}
