/** What the TLS certificate of the syslog server is verified against. */
import { useWords } from '#src/core/words.ts'
import { useFieldValue } from '#src/forms/form-context.ts'
import { ServerTrust } from '#src/forms/server-trust/server-trust.tsx'
import styles from './syslog-card.module.css'

/**
 * The address is given as https because the server also uses TLS from the first byte; without TLS there is
 * nothing to trust.
 */
export function SyslogTrust() {
  const words = useWords('audit')
  const [protocol, trust] = [useFieldValue('protocol'), useFieldValue('trust')]
  const [host, port] = [useFieldValue('host'), useFieldValue('port')]
  if (protocol !== 'tls' && trust === '') return null
  const typed = String(host).trim()
  const at = typed.includes(':') ? `[${typed}]` : typed
  return (
    <div className={styles.trust}>
      <ServerTrust
        name="trust"
        address={typed === '' || protocol !== 'tls' ? '' : `https://${at}:${port}`}
        help={words.trust_help}
      />
    </div>
  )
}
