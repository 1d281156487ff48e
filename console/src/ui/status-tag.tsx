/** A state as a word with a coloured dot, so that colour is never the only indicator. */
import type { ReactNode } from 'react'
import classes from './status-tag.module.css'

export type Tone = 'ok' | 'warn' | 'bad' | 'idle' | 'info'

export function StatusTag({ tone, children, title }: { tone: Tone; children: ReactNode; title?: string }) {
  return (
    <span
      className={`inline-row gap-6 pad-0-8 text-12 nowrap pill ${classes['tag']}`}
      data-tone={tone}
      title={title}
    >
      {children}
    </span>
  )
}
