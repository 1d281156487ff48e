/** The submit button of a step. The step saves nothing, so the button does not say "save". */
import type { ReactNode } from 'react'
import { useForm } from '#src/forms/form-context.ts'
import { Button } from '#src/ui/button/button.tsx'
import styles from './connect.module.css'

/** `why`: the reason it is disabled, as a sentence. */
export function SubmitRow({
  label,
  why,
  children,
}: {
  label: string
  why?: string | undefined
  children?: ReactNode
}) {
  const { state } = useForm()
  return (
    <div className={styles.actions}>
      {children}
      <Button
        type="submit"
        variant="primary"
        aria-disabled={state === 'saving' || why !== undefined}
        title={why}
        aria-busy={state === 'saving'}
      >
        {label}
      </Button>
    </div>
  )
}
