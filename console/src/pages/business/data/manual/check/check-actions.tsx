/** Every verdict as a button, with its key: for a finger, and to learn the keys from. */
import { CheckIcon, EditIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/words.ts'
import type { CheckDeed } from './check-keys.ts'
import styles from './check.module.css'

const others = [['vacant', 'V'], ['occupied', 'O'], ['discard', 'D'], ['skip', 'N'], ['back', 'P'], ['undo', 'Z']] as const

export function CheckActions({ onDeed }: { onDeed: (deed: CheckDeed) => void }) {
  const words = useWords('event_check')
  return (
    <div className={styles.actions} role="group" aria-label={words.actions}>
      <button type="button" className="button" data-kind="main" onClick={() => onDeed({ kind: 'confirm' })}><CheckIcon />{words.confirm}<kbd aria-hidden="true">Enter</kbd></button>
      <button type="button" className="button" onClick={() => onDeed({ kind: 'edit' })}><EditIcon />{words.edit}<kbd aria-hidden="true">E</kbd></button>
      {others.map(([kind, key]) => (
        <button key={kind} type="button" className="button" onClick={() => onDeed({ kind })}>{words[kind]}<kbd aria-hidden="true">{key}</kbd></button>
      ))}
    </div>
  )
}
