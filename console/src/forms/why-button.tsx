/** A button that says why it cannot be pressed (DESIGN §3): by its tip, to a screen reader, and, where there is no hovering, when it is pressed. */
import { useId, type ReactNode } from 'react'
import { toast } from '../ui/toast.tsx'
import styles from './why-button.module.css'

export type WhyButtonProps = {
  /** Why not, as a sentence; undefined where it may be pressed. */
  why: string | undefined
  onPress: () => void
  kind?: 'main' | 'danger'
  /** True while what it started goes on. */
  busy?: boolean
  children: ReactNode
}

export function WhyButton({ why, onPress, kind, busy = false, children }: WhyButtonProps) {
  const id = useId()
  const blocked = why !== undefined || busy
  return (
    <>
      <button
        type="button"
        className="button"
        data-kind={kind}
        aria-disabled={blocked}
        aria-busy={busy || undefined}
        title={why}
        aria-describedby={why === undefined ? undefined : id}
        onClick={() => (why !== undefined ? toast.info(why) : busy ? undefined : onPress())}
      >
        {busy && <span className={styles.spinner} aria-hidden="true" />}
        {children}
      </button>
      {why !== undefined && (
        <span id={id} hidden>
          {why}
        </span>
      )}
    </>
  )
}
