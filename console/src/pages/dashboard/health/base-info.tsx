/** The identity of the device (spec §2). */
import type { AnswerAt } from '#src/core/api.ts'
import type { CallState } from '#src/core/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
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
          <dl className={styles.facts}>
            {fields.map((field) => (
              <div key={field} data-wide={field === 'hardware_id' || undefined}>
                <dt>{words[field]}</dt>
                <dd className={styles.number}>
                  <CopyText text={info[field] || ''} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
    </Section>
  )
}
