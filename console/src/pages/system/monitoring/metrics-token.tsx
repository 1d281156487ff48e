/** The token of `/metrics`, shown once, with the settings of Prometheus that use it. */
import { useWords } from '#src/core/words.ts'
import { NotedDialog } from '#src/session/noted-dialog.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import styles from './monitoring.module.css'

type Props = { token: string; onClose: () => void }

export function MetricsToken({ token, onClose }: Props) {
  const words = useWords('monitoring')
  return (
    <NotedDialog
      title={words.once_title}
      says={words.once_says}
      noted={words.noted}
      why={words.noted_why}
      onClose={onClose}
    >
      <p className={styles.token}>
        <CopyText text={token}>
          <code>{token}</code>
        </CopyText>
      </p>
      <div className={styles.sample}>
        <h3>{words.sample}</h3>
        <pre>{settingsFor(location.protocol, location.host)}</pre>
      </div>
    </NotedDialog>
  )
}

/** The token belongs in a file that only Prometheus reads, not in its settings. */
const settingsFor = (protocol: string, host: string): string =>
  [
    'scrape_configs:',
    '  - job_name: parking-edge',
    `    scheme: ${protocol.replace(':', '')}`,
    '    authorization:',
    '      credentials_file: /etc/prometheus/parking-edge.token',
    '    static_configs:',
    `      - targets: ['${host}']`,
  ].join('\n')
