/** The result of a mail or platform test: a headline in its colour, a close button, and details below. */
import type { ReactNode } from 'react'
import { CheckIcon, CloseIcon, WarnIcon } from '#src/ui/icons.tsx'
import styles from './test-report.module.css'

type Props = {
  tone: 'ok' | 'warn' | 'bad'
  /** The accessible name. */
  label: string
  headline: string
  /** Next to the headline. */
  note?: ReactNode
  /** The name of the close button; without one the report stays. */
  close?: string
  onClose?: () => void
  children: ReactNode
}

export function TestReport({ tone, label, headline, note, close, onClose, children }: Props) {
  return (
    <section
      className={`grid one-column gap-6 pad-12-16 text-13 ink round-6 leading-16 ${styles.result}`}
      data-tone={tone}
      aria-label={label}
    >
      <div className={`row wrap text-14 icons-18 ${styles.verdict}`}>
        {tone === 'ok' ? <CheckIcon /> : <WarnIcon />}
        <strong>{headline}</strong>
        {note && <span>{note}</span>}
        {close !== undefined && (
          <button
            type="button"
            className={`plain center push ink-2 round-4 ${styles.close}`}
            aria-label={close}
            data-tip={close}
            onClick={onClose}
          >
            <CloseIcon />
          </button>
        )}
      </div>
      {children}
    </section>
  )
}

/** What the tested server replied, verbatim; renders nothing if it sent no text. */
export function ServerReply({ label, text }: { label: string; text: string }) {
  if (text === '') return null
  return (
    <p className="ink-2">
      {label}：<q>{text}</q>
    </p>
  )
}
