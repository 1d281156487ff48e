/**
 * The server's certificate in a collapsed section, for forms that rarely need it; open if something is set.
 */
import { useSyncExternalStore } from 'react'
import { useFieldValue, useForm } from '../form-context.ts'
import { ServerTrust } from './server-trust.tsx'
import styles from './server-trust.module.css'

type Props = { summary: string; address: string; help: string }

export function TrustDetails({ summary, address, help }: Props) {
  const { model } = useForm()
  const issue = useSyncExternalStore(model.subscribe, () => model.issue('server_trust'))
  const open = useFieldValue('server_trust') !== '' || issue !== undefined
  return (
    <details className={`slim whole-row ${styles.details}`} open={open || undefined}>
      <summary className="text-14 link leading-15 pointer">{summary}</summary>
      <ServerTrust address={address} help={help} />
    </details>
  )
}
