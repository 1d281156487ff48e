/** Names with their values below, in as many columns as fit. */
import type { ReactNode } from 'react'
import styles from './facts.module.css'

type FactsProps = {
  /** What a column has room for at least: a number, a short text, or a long one. */
  width?: 'narrow' | 'normal' | 'wide'
  /** Whether the values are what the reader came for, such as the figures of a connection. */
  strong?: boolean
  /** Its accessible name, where no heading says it. */
  label?: string
  className?: string
  children: ReactNode
}

export function Facts({ width = 'normal', strong = false, label, className = '', children }: FactsProps) {
  return (
    <dl
      className={`${styles.facts} ${className}`}
      data-width={width}
      data-strong={strong || undefined}
      aria-label={label}
    >
      {children}
    </dl>
  )
}

type FactProps = {
  name: string
  /** Over all columns. */
  wide?: boolean
  /** A name of the machine, such as a fingerprint or a topic, in letters of one width. */
  code?: boolean
  tone?: 'warn' | undefined
  /** What is said about the value, smaller. */
  note?: ReactNode
  children: ReactNode
}

export function Fact({ name, wide = false, code = false, tone, note, children }: FactProps) {
  return (
    <div data-wide={wide || undefined}>
      <dt>{name}</dt>
      <dd data-code={code || undefined} data-tone={tone}>
        {children}
        {note && <small>{note}</small>}
      </dd>
    </div>
  )
}
