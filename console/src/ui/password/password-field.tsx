/** A password input with its label and its error. */
import type { ComponentProps, ReactNode } from 'react'
import { PasswordInput } from './password-input.tsx'

type Props = ComponentProps<typeof PasswordInput> & {
  id: string
  label: string
  error?: string | undefined
  /** Ids of further descriptions, separated by spaces. */
  describedBy?: string | undefined
  /** Below the input. */
  children?: ReactNode
}

export function PasswordField({ id, label, error, describedBy, children, ...input }: Props) {
  const descriptions = [error !== undefined && `${id}-error`, describedBy].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <PasswordInput
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={descriptions || undefined}
        {...input}
      />
      {error !== undefined && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {children}
    </div>
  )
}
