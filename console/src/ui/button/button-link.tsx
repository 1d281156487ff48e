/**
 * Links that look like buttons: `ButtonLink` opens a page of the console, `ButtonAnchor` another site or a
 * file.
 */
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { buttonClass, type ButtonVariant } from './button.tsx'

type Looks = { variant?: ButtonVariant | undefined }

export function ButtonLink({ variant, className, ...rest }: ComponentProps<typeof Link> & Looks) {
  return <Link className={buttonClass(className)} data-variant={variant} {...rest} />
}

export function ButtonAnchor({ variant, className, children, ...rest }: ComponentProps<'a'> & Looks) {
  return (
    <a className={buttonClass(className)} data-variant={variant} {...rest}>
      {children}
    </a>
  )
}
