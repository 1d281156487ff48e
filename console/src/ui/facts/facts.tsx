/** Names with their values below, in as many columns as fit. */
import type { ReactNode } from 'react'
import styles from './facts.module.css'

type FactsProps = {
  /** Minimum column width: for a number, a short text or a long text. */
  width?: 'narrow' | 'normal' | 'wide'
  /** Whether the values are what the reader is looking for, such as the figures of a connection. */
  strong?: boolean
  /** Its accessible name, if no heading names it. */
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
  /** Spans all columns. */
  wide?: boolean
  /** A machine-readable value, such as a fingerprint or a topic, in a monospaced font. */
  code?: boolean
  tone?: 'warn' | undefined
  /** A remark about the value, in smaller print. */
  note?: ReactNode
  children: ReactNode
}

export function Fact({ name, wide = false, code = false, tone, note, children }: FactProps) {
  return (
    <div data-wide={wide || undefined}>
      <dt className="text-13 ink-3 leading-20">{name}</dt>
      <dd data-code={code || undefined} data-tone={tone}>
        {children}
        {note && <small>{note}</small>}
      </dd>
    </div>
  )
}
