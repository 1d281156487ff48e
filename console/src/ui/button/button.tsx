/** The console's button. Its looks are the class `button` of theme/base.css, which the link variants share. */
import type { ComponentProps } from 'react'

/** `primary` is the one main action of a place, `danger` destroys something, `quiet` looks like a link. */
export type ButtonVariant = 'primary' | 'danger' | 'quiet'

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant | undefined
  /** True while the action runs: the button reports itself busy and cannot be pressed again. */
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
