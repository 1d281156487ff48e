/**
 * The error log (spec §2): message, info, url and stack of each error, Clear All, and a copy without secrets.
 */
import { clearErrorLog, error_log_size, errorLog, redactedLog } from '#src/stores/error-log.ts'
import { useStore } from '#src/lib/store.ts'
import { Button } from '#src/ui/button/button.tsx'
import { copy } from '#src/ui/copy-text.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { CopyIcon, TrashIcon } from '#src/ui/icons.tsx'
import { formatTime } from '#src/time/time.ts'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import classes from './error-log-dialog.module.css'

export function ErrorLogDialog({ onClose }: { onClose: () => void }) {
  const words = useWords('shell')
  const log = useStore(errorLog)
  return (
    <Dialog
      title={words.error_log.title}
      width="full"
      onClose={onClose}
      footer={
        <>
          <span className={`note ${classes['ring']}`}>{words.error_log.ring(error_log_size)}</span>
          <Button
            onClick={() => {
              onClose()
              clearErrorLog()
            }}
          >
            <TrashIcon />
            {words.error_log.clear}
          </Button>
          <Button
            variant="primary"
            onClick={() =>
              void copy(redactedLog(log)).then((done) =>
                done ? toast.success(words.copy.success) : toast.error(words.copy.failed),
              )
            }
          >
            <CopyIcon />
            {words.error_log.copy}
          </Button>
        </>
      }
    >
      <ol className={`grid gap-12 ${classes['list']}`}>
        {log.toReversed().map((entry) => (
          <li key={entry.id}>
            <dl>
              <dt>{words.error_log.message}</dt>
              <dd className={classes['message']}>{entry.message}</dd>
              <dt>{words.error_log.info}</dt>
              <dd>{entry.info}</dd>
              <dt>{words.error_log.url}</dt>
              <dd>{entry.url}</dd>
              <dt>{words.error_log.time}</dt>
              <dd>{formatTime(entry.time)}</dd>
            </dl>
            <figure className="slim">
              <figcaption>{words.error_log.stack}</figcaption>
              <pre className="above-4 text-12 mono anywhere round-6 on-subtle leading-15">{entry.stack}</pre>
            </figure>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
