/**
 * The console's button. Its styles are the class `button` in theme/base.css, shared with the link variants.
 */
import type { ComponentProps } from 'react'

/** `primary` is the main action in its context, `danger` destroys something, `quiet` looks like a link. */
export type ButtonVariant = 'primary' | 'danger' | 'quiet'

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant | undefined
  /** True while the action runs: the button is marked busy and cannot be pressed again. */
  pending?: boolean
}

export function Button({ variant, pending, disabled, className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass(className)}
      data-variant={variant}
      disabled={disabled || pending}
      aria-busy={pending}
      {...rest}
    />
  )
}

export const buttonClass = (own?: string): string => (own === undefined ? 'button' : `button ${own}`)
