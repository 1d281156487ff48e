/** The origin of a file: device, time, version. */
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import type { Previewed } from './config-document-change.tsx'
import styles from './config-document-preview.module.css'

export function PreviewHead({
  file_name,
  file_preview: { made, same_device, secrets },
}: {
  file_name: string
  file_preview: Previewed
}) {
  const words = useWords('config_document').import
  return (
    <dl className={styles.head}>
      <div>
        <dt>{words.file}</dt>
        <dd>{file_name}</dd>
      </div>
      <div>
        <dt>{words.made}</dt>
        <dd>
          <time>{made.time}</time>
        </dd>
      </div>
      <div>
        <dt>{words.from}</dt>
        <dd>
          {[made.host_name, made.host_sn].filter(Boolean).join(' · ')}{' '}
          <StatusTag tone={same_device ? 'ok' : 'warn'}>
            {same_device ? words.this_device : words.other_device}
          </StatusTag>
        </dd>
      </div>
      <div>
        <dt>{words.software}</dt>
        <dd>{made.software || '--'}</dd>
      </div>
      <div>
        <dt>{words.secrets_label}</dt>
        <dd>{words.secrets[secrets]}</dd>
      </div>
    </dl>
  )
}
