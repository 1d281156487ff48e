/**
 * Exports the filtered logs as NDJSON. The browser builds the file page by page, with progress and a stop
 * button.
 */
import { useRef, useState } from 'react'
import { call, outcomeOf } from '#src/core/api.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { formatTime } from '#src/time/time.ts'
import { toast } from '#src/ui/toast.tsx'
import { DownloadIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { exportLogs, max_exported } from './export.ts'
import type { LogFilter } from './filter.ts'
import { saveLines } from './save-lines.ts'
import styles from './export-logs.module.css'

type State = { kind: 'closed' } | { kind: 'asking' } | { kind: 'running'; done: number; total: number }

type Props = {
  filter: LogFilter
  /** Undefined before the first answer. */
  total: number | undefined
}

export function ExportLogs({ filter, total }: Props) {
  const words = useWords('log')
  const [state, setState] = useState<State>({ kind: 'closed' })
  const stopper = useRef<AbortController>(undefined)

  function close() {
    stopper.current?.abort()
    setState({ kind: 'closed' })
  }

  async function run() {
    const { signal } = (stopper.current = new AbortController())
    setState({ kind: 'running', done: 0, total: Math.min(total ?? 0, max_exported) })
    const now = Date.now()
    const { answer: lines } = await outcomeOf(
      exportLogs(
        filter,
        now,
        (body) => call('/api/system/log', body, { signal }),
        (done, all) => signal.aborted || setState({ kind: 'running', done, total: all }),
      ),
    )
    if (signal.aborted) return
    setState({ kind: 'closed' })
    if (!lines) return // A toast has already shown the failure.
    saveLines(lines, `log-${formatTime(now).replace(/\D+/g, '-')}.ndjson`)
    toast.success(words.export_done(lines.length))
  }

  return (
    <>
      <Button
        disabled={total === undefined}
        onClick={() => (total === 0 ? toast.info(words.export_none) : setState({ kind: 'asking' }))}
      >
        <DownloadIcon />
        {words.export}
      </Button>
      {state.kind !== 'closed' && (
        <Dialog
          title={words.export_title}
          width="small"
          onClose={close}
          dismissable={state.kind === 'asking'}
          footer={
            <>
              <Button onClick={close}>{words.cancel}</Button>
              {state.kind === 'asking' && (
                <Button variant="primary" data-autofocus onClick={() => void run()}>
                  {words.export_start}
                </Button>
              )}
            </>
          }
        >
          {state.kind === 'asking' ? (
            <div className="stack">
              <p className="bold">{words.export_says(Math.min(total ?? 0, max_exported))}</p>
              {(total ?? 0) > max_exported && <p className="note">{words.export_capped(max_exported)}</p>}
            </div>
          ) : (
            <div className="stack" role="status">
              <progress
                className={styles.progress}
                max={Math.max(1, state.total)}
                value={state.done}
                aria-label={words.export_title}
              />
              <p className="note">{words.export_running(state.done, state.total)}</p>
            </div>
          )}
        </Dialog>
      )}
    </>
  )
}
