/** The result of adding one of several cameras. */
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import list_styles from './add-list.module.css'
import type { Outcome } from './use-add-cameras.ts'

export function OutcomeTag({ outcome }: { outcome: Outcome | undefined }) {
  const { many } = useWords('camera')
  switch (outcome?.state) {
    case undefined:
      return <StatusTag tone="idle">{many.waiting}</StatusTag>
    case 'adding':
      return <StatusTag tone="info">{many.adding}</StatusTag>
    case 'added':
      return <StatusTag tone="ok">{many.added}</StatusTag>
    case 'failed':
      return (
        <>
          <StatusTag tone={outcome.unknown ? 'warn' : 'bad'}>
            {outcome.unknown ? many.unknown : many.failed}
          </StatusTag>
          <span className={`bad anywhere ${list_styles.why}`}>{outcome.why}</span>
        </>
      )
  }
}
