/** The platform's answer about the name (spec §3: unique), with a remedy if there is one. */
import type { NameState } from '@parking/contract/device/device.ts'
import { useWords } from '#src/core/words.ts'
import { CheckIcon, InfoIcon, WarnIcon } from '#src/ui/icons.tsx'
import styles from './name-note.module.css'

const icons = { unique: CheckIcon, unchecked: InfoIcon, no_platform: InfoIcon, taken: WarnIcon }

export function NameNote({ state }: { state: NameState }) {
  const words = useWords('device')
  const Icon = icons[state]
  return (
    <p className={styles.note} data-state={state} role="status">
      <Icon />
      <span>{words.name_states[state]}</span>
    </p>
  )
}
