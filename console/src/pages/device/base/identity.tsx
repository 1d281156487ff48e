/** The read-only identity of the device, next to its editable name. */
import type { AnswerAt } from '#src/core/api.ts'
import { CopyText } from '#src/ui/copy-text.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './base.module.css'

const fields = ['host_name', 'host_model', 'host_sn', 'version', 'firmware', 'hardware_id'] as const

export function Identity({ info }: { info: AnswerAt<'/api/device/get_basic_info'> }) {
  const words = useWords('device')
  return (
    <Facts label={words.identity} className={styles.identity}>
      {fields.map((field) => (
        <Fact key={field} name={words[field]} wide={field === 'hardware_id'}>
          <CopyText text={info[field] || ''} />
        </Fact>
      ))}
    </Facts>
  )
}
