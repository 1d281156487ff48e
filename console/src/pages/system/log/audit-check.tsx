/**
 * Verifies the user log and reports in plain words what was edited, deleted, truncated or wiped. A head that
 * was kept outside the device reveals what the device alone cannot.
 */
import { useId, useRef, useState } from 'react'
import { call, outcomeOf, type AnswerAt, type BodyAt } from '#src/core/api.ts'
import { useWords } from '#src/core/words.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import { formatTime } from '#src/time/time.ts'
import { Button } from '#src/ui/button/button.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { CheckIcon, WarnIcon } from '#src/ui/icons.tsx'
import { toast } from '#src/ui/toast.tsx'
import styles from './audit-check.module.css'
import { saveLines } from './save-lines.ts'

type Verdict = AnswerAt<'/api/system/verify_audit'>

const head_pattern = /^[0-9a-f]{32}:\d{1,15}:[0-9a-f]{64}$/
const max_listed = 100

export function AuditCheck() {
  const words = useWords('audit')
  const [open, setOpen] = useState(false)
  const may = useStore(session).roles.some((role) => role !== 'viewer')
  return (
    <>
      <WhyButton why={may ? undefined : words.check_role} onPress={() => setOpen(true)}>
        <CheckIcon />
        {words.check}
      </WhyButton>
      {open && <CheckDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function CheckDialog({ onClose }: { onClose: () => void }) {
  const words = useWords('audit')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const [state, setState] = useState<{ verdict?: Verdict; known?: boolean; error?: string }>({})
  const [running, setRunning] = useState(false)

  async function check() {
    const known_head = typed.trim()
    if (running) return
    if (known_head !== '' && !head_pattern.test(known_head)) return setWrong(true)
    setRunning(true)
    setState({})
    const body = known_head === '' ? {} : { known_head }
    const outcome = await outcomeOf(call('/api/system/verify_audit', body, { quiet: true }))
    setState(
      outcome.error
        ? { error: outcome.error.message }
        : { verdict: outcome.answer, known: known_head !== '' },
    )
    setRunning(false)
  }

  return (
    <Dialog
      title={words.check}
      onClose={onClose}
      footer={
        <>
          <DownloadChain />
          <Button onClick={onClose}>{words.close}</Button>
          <Button variant="primary" pending={running} onClick={() => void check()}>
            {words.go}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p className="ink-2">{words.check_says}</p>
        <div className="field">
          <label htmlFor={id}>{words.known}</label>
          <textarea
            id={id}
            className={`input text-13 mono anywhere leading-20 ${styles.head}`}
            rows={3}
            value={typed}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={wrong}
            aria-describedby={`${id}note`}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setWrong(false)
            }}
          />
          <p id={`${id}note`} className={wrong ? 'error' : 'note'}>
            {wrong ? words.known_wrong : words.known_hint}
          </p>
        </div>
        <div role="status">
          {running && <p className="note">{words.checking}</p>}
          {state.error !== undefined && <p className="error">{state.error}</p>}
          {state.verdict && <Result verdict={state.verdict} known={state.known ?? false} />}
        </div>
      </div>
    </Dialog>
  )
}

function Result({ verdict: { links, pruned, head, findings }, known }: { verdict: Verdict; known: boolean }) {
  const words = useWords('audit')
  const intact = findings.length === 0
  return (
    <div className={`grid gap-8 round-6 ${styles.result}`} data-tone={intact ? 'ok' : 'bad'}>
      <p className="row gap-8">
        {intact ? <CheckIcon /> : <WarnIcon />}
        <strong>{intact ? words.intact : words.altered}</strong>
      </p>
      <p>{intact ? words.intact_says(links) : words.altered_says(links)}</p>
      {!intact && (
        <ul className="listed">
          {findings.slice(0, max_listed).map(({ kind, first, last }) => (
            <li key={`${kind} ${first}`}>{words.findings[kind](first, last)}</li>
          ))}
        </ul>
      )}
      {findings.length > max_listed && <p>{words.more(findings.length - max_listed)}</p>}
      {pruned > 0 && <p>{words.pruned(pruned)}</p>}
      {intact && <p>{known ? words.intact_known : words.intact_alone}</p>}
      {head !== '' && (
        <dl>
          <dt>{words.head}</dt>
          <dd className={`text-13 mono anywhere leading-20 ${styles.head}`}>
            <CopyText text={head} />
          </dd>
          <dd className="note">{words.head_hint}</dd>
        </dl>
      )}
    </div>
  )
}

function DownloadChain() {
  const words = useWords('audit')
  const may = useStore(session).roles.includes('admin')
  const [done, setDone] = useState<number>()
  const stopper = useRef<AbortController>(undefined)

  async function run() {
    const { signal } = (stopper.current = new AbortController())
    setDone(0)
    const { answer: lines } = await outcomeOf(
      exportAudit((body) => call('/api/system/audit_links', body, { signal }), setDone),
    )
    setDone(undefined)
    if (!lines) return // A toast has already shown the failure.
    saveLines(lines, `audit-${formatTime(Date.now()).replace(/\D+/g, '-')}.ndjson`)
    toast.success(words.downloaded(lines.length - 1))
  }

  return (
    <WhyButton
      why={may ? undefined : words.download_role}
      busy={done !== undefined}
      onPress={() => void run()}
    >
      {done === undefined ? words.download : words.downloading(done)}
    </WhyButton>
  )
}

type Path = '/api/system/audit_links'
const links_per_call = 1_000

/**
 * The audit chain in the format that `npm run audit:verify` reads: the chain in the first line, then one link
 * per line.
 */
async function exportAudit(
  read: (body: BodyAt<Path>) => Promise<AnswerAt<Path>>,
  progress: (done: number) => void,
): Promise<string[]> {
  const lines: string[] = []
  for (let after = 0; ;) {
    const { chain_id, links } = await read({ after, limit: links_per_call })
    if (after === 0) lines.push(`${JSON.stringify({ chain_id })}\n`)
    for (const link of links) lines.push(`${JSON.stringify(link)}\n`)
    const last = links.at(-1)
    if (!last || links.length < links_per_call) return lines
    progress(lines.length - 1)
    after = last.seq
  }
}
