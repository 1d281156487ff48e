/** The old and the new address, and whether each answers now. */
import { useWords } from '#src/core/words.ts'
import { CopyText } from '#src/ui/copy-text.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import type { AddressState } from './trial-phase.ts'
import styles from './address-states.module.css'

const tones: Record<AddressState, Tone> = { unknown: 'idle', up: 'ok', down: 'warn' }

type Address = { label: string; url: string; state: AddressState }

export function AddressStates({
  old_url,
  new_url,
  old,
  fresh,
}: {
  old_url: string
  new_url: string
  old: AddressState
  fresh: AddressState
}) {
  const words = useWords('network')
  const addresses: Address[] = [
    { label: words.old_address, url: old_url, state: old },
    { label: words.new_address, url: new_url, state: fresh },
  ]
  return (
    <ul className={styles.addresses}>
      {addresses.map(({ label, url, state }) => (
        <li key={label} data-state={state}>
          <span className={styles.label}>
            {label}
            {location.origin === url && <small>{words.this_page}</small>}
          </span>
          <span className={styles.url}>
            <CopyText text={url}>{url.replace('http://', '')}</CopyText>
          </span>
          <StatusTag tone={tones[state]}>{words.address_states[state]}</StatusTag>
        </li>
      ))}
    </ul>
  )
}
