/**
 * Deletes logs by type and time: shows their number, asks for confirmation, and leaves a tombstone (spec §5).
 */
import { log_type, wordOf } from '@parking/contract/core/codes.ts'
import { useId, useState } from 'react'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useStore } from '#src/lib/store.ts'
import { useCall, useChange } from '#src/core/queries.ts'
import { session } from '#src/stores/session.ts'
import { Button } from '#src/ui/button/button.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { TrashIcon } from '#src/ui/icons.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { TimeInput } from '#src/time/range/time-input.tsx'
import { readTime } from '#src/time/range/time-text.ts'
import { formatTime } from '#src/time/time.ts'
import { momentOfStamp, type LogFilter } from './filter.ts'
import styles from './delete-logs.module.css'

export function DeleteLogs({ type }: { type: LogFilter['type'] }) {
  const words = useWords('log')
  const [open, setOpen] = useState(false)
  const may = useStore(session).roles.includes('admin')
  return (
    <>
      <WhyButton why={may ? undefined : words.delete_role} onPress={() => setOpen(true)}>
        <TrashIcon />
        {words.delete}
      </WhyButton>
      {open && (
        <DeleteLogsDialog
          first={type === log_type.system ? log_type.all : type}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const kept_days = { d7: 7, d30: 30, d90: 90 } as const
type Until = keyof typeof kept_days | 'now' | 'at'
const untils: readonly Until[] = ['d7', 'd30', 'd90', 'now', 'at']

function DeleteLogsDialog({ first, onClose }: { first: LogFilter['type']; onClose: () => void }) {
  const [words, codes] = [useWords('log'), useWords('codes')]
  const [type, setType] = useState(first)
  const [until, setUntil] = useState<Until>('d30')
  const [typed, setTyped] = useState('')
  const [now] = useState(() => Date.now())
  const id = useId()
  const end_ms =
    until === 'at'
      ? momentOfStamp(readTime(typed, 'end', formatTime(now)), true)
      : until === 'now'
        ? now
        : now - kept_days[until] * 86_400_000
  const found = useCall(
    '/api/system/log',
    { type, end_ms: end_ms ?? 0, page: 1, page_size: 1 },
    { enabled: end_ms !== undefined },
  )
  const count = end_ms === undefined ? undefined : found.data?.total
  const { run, running } = useChange('/api/system/delete_log', { refresh: ['/api/system/log'] })

  async function go() {
    if (end_ms === undefined || !count) return
    if (
      !(await confirm({
        title: words.delete_ask(count),
        body: words.delete_effect,
        confirm: words.delete,
        danger: true,
      }))
    )
      return
    const answer = await run({ type, end_ms })
    if (!answer) return
    toast.success(words.delete_done(answer.deleted))
    onClose()
  }

  return (
    <Dialog
      title={words.delete}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button variant="danger" disabled={!count} pending={running} onClick={() => void go()}>
            {count ? words.delete_go(count) : words.delete}
          </Button>
        </>
      }
    >
      <div className="stack">
        <div className="field">
          <label htmlFor={id}>{words.delete_what}</label>
          <select
            id={id}
            className="input"
            value={type}
            onChange={(event) =>
              setType(
                Object.values(log_type).find((one) => String(one) === event.currentTarget.value) ?? type,
              )
            }
          >
            {Object.values(log_type)
              .filter((one) => one !== log_type.system)
              .map((one) => (
                <option key={one} value={one}>
                  {codes.log_type[wordOf(log_type, one) ?? 'all']}
                </option>
              ))}
          </select>
          <p className="note">{words.delete_kept}</p>
        </div>
        <fieldset className={`grid gap-6 flush ${styles.choice}`}>
          <legend>{words.delete_until}</legend>
          {untils.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name={`${id}-until`}
                checked={until === one}
                onChange={() => setUntil(one)}
              />
              {words.until[one]}
            </label>
          ))}
          {until === 'at' && (
            <TimeInput
              label={words.until.at}
              text={typed}
              which="end"
              now={formatTime(now)}
              onText={setTyped}
            />
          )}
        </fieldset>
        <p className="bold" role="status">
          {end_ms === undefined
            ? ''
            : found.isError
              ? found.error.message
              : count === undefined
                ? words.counting
                : count === 0
                  ? words.delete_none
                  : words.delete_count(count)}
        </p>
      </div>
    </Dialog>
  )
}
