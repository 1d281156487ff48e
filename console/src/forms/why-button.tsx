/** A button that says why it is disabled: in its tooltip, to screen readers, and in a toast. */
import { useId, type ReactNode } from 'react'
import { Button, type ButtonVariant } from '../ui/button/button.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './why-button.module.css'

export type WhyButtonProps = {
  /** Why it is disabled, as a sentence; undefined if it can be pressed. */
  why: string | undefined
  onPress: () => void
  variant?: ButtonVariant | undefined
  /** True while the action runs. It stays focusable, unlike `Button`'s own `pending`. */
  busy?: boolean
  /** Its accessible name, if the visible text says too little. */
  label?: string
  children: ReactNode
}

export function WhyButton({ why, onPress, variant, busy = false, label, children }: WhyButtonProps) {
  const id = useId()
  const blocked = why !== undefined || busy
  return (
    <>
      <Button
        variant={variant}
        aria-disabled={blocked}
        aria-busy={busy || undefined}
        title={why}
        aria-label={label}
        aria-describedby={why === undefined ? undefined : id}
        onClick={() => (why !== undefined ? toast.info(why) : busy ? undefined : onPress())}
      >
        {busy && <span className={styles.spinner} aria-hidden="true" />}
        {children}
      </Button>
      {why !== undefined && (
        <span id={id} hidden>
          {why}
        </span>
      )}
    </>
  )
}
