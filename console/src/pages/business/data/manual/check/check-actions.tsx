/**
 * A button for every verdict, labelled with its key, for touch and for learning the keys. Buttons never move.
 */
import { useLayoutEffect } from 'react'
import { Button } from '#src/ui/button/button.tsx'
import { CheckIcon, EditIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import type { CheckAction } from './check-keys.ts'
import styles from './check.module.css'

const others = [
  ['vacant', 'V'],
  ['occupied', 'O'],
  ['discard', 'D'],
  ['skip', 'N'],
  ['back', 'P'],
  ['undo', 'Z'],
] as const
const no_plate = ['no_plate', '0'] as const

/**
 * `plate`: what Enter confirms. Without a plate nothing is confirmed by mistake: Enter types one, and "no
 * plate" has a key of its own. "No plate" comes last where a plate was read, so that no other button moves.
 */
export function CheckActions({
  plate,
  onAction,
}: {
  plate: string
  onAction: (action: CheckAction) => void
}) {
  const words = useWords('checks')
  // Toasts appear above this bar, as above the save bar, so that none covers "confirm".
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset['saveBar'] = ''
    return () => void delete dataset['saveBar']
  }, [])
  const read = plate !== ''
  return (
    <div className={`grid gap-8 on-card ${styles.bar}`} role="group" aria-label={words.actions}>
      <Button variant="primary" onClick={() => onAction({ kind: 'confirm' })}>
        {read ? <CheckIcon /> : <EditIcon />}
        {read ? words.confirm_plate(plate) : words.type_plate}
        <kbd aria-hidden="true">Enter</kbd>
      </Button>
      {read && (
        <Button onClick={() => onAction({ kind: 'edit' })}>
          <EditIcon />
          {words.edit}
          <kbd aria-hidden="true">E</kbd>
        </Button>
      )}
      {(read ? [...others, no_plate] : [no_plate, ...others]).map(([kind, key]) => (
        <Button key={kind} onClick={() => onAction({ kind })}>
          {words[kind]}
          <kbd aria-hidden="true">{key}</kbd>
        </Button>
      ))}
    </div>
  )
}
