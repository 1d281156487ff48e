/** The read-only identity of the device, beside its editable name. */
import type { AnswerAt } from '#src/core/api.ts'
import { CopyText } from '#src/ui/copy-text.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './base.module.css'

const fields = ['host_name', 'host_model', 'host_sn', 'version', 'firmware', 'hardware_id'] as const

export function Identity({ info }: { info: AnswerAt<'/api/device/get_basic_info'> }) {
  const words = useWords('device')
  return (
    <dl className={styles.identity} aria-label={words.identity}>
      {fields.map((field) => (
        <div key={field} data-wide={field === 'hardware_id' || undefined}>
          <dt>{words[field]}</dt>
          <dd>
            <CopyText text={info[field] || ''} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
