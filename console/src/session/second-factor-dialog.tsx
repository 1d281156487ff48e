/**
 * The user's own second factor: its state, setting it up with an authenticator app, and removing it.
 * Long because the steps hand one secret on.
 */
import { useState, useMemo } from 'react'
import { generate } from 'lean-qr'
import type { AnswerAt } from '../core/api.ts'
import { sentenceOf } from '../core/errors.ts'
import { useCall, useChange } from '../core/queries.ts'
import { useWords } from '../core/words.ts'
import { Loaded } from '../tables/loaded.tsx'
import { Button } from '../ui/button/button.tsx'
import { CopyText, copy } from '../ui/copy-text.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormDialog, TextField } from '../ui/dialog/form-dialog.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './second-factor-dialog.module.css'
import { CopyIcon } from '../ui/icons.tsx'
import { NotedDialog } from './noted-dialog.tsx'

type Step =
  | { at: 'state' }
  | { at: 'scan'; begun: AnswerAt<'/api/user/begin_second_factor'> }
  | { at: 'codes'; codes: readonly string[] }

export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const words = useWords('people')
  const [step, setStep] = useState<Step>({ at: 'state' })
  if (step.at === 'codes') return <RecoveryCodes codes={step.codes} onClose={onClose} />
  if (step.at === 'scan')
    return <Scan begun={step.begun} onDone={(codes) => setStep({ at: 'codes', codes })} onClose={onClose} />
  return (
    <Dialog
      title={words.second}
      width="small"
      onClose={onClose}
      footer={
        <Button onClick={onClose} data-autofocus>
          {words.close}
        </Button>
      }
    >
      <State onBegun={(begun) => setStep({ at: 'scan', begun })} />
    </Dialog>
  )
}

const refresh = ['/api/user/second_factor', '/api/user/list_users'] as const

function State({ onBegun }: { onBegun: (begun: AnswerAt<'/api/user/begin_second_factor'>) => void }) {
  const words = useWords('people')
  const query = useCall('/api/user/second_factor', {})
  const begin = useChange('/api/user/begin_second_factor', { done: onBegun })
  const disable = useChange('/api/user/disable_second_factor', {
    refresh,
    done: () => toast.success(words.second_disabled),
  })

  return (
    <Loaded query={query} rows={2} failed={words.second_failed}>
      {({ enabled, recovery_codes }) => (
        <div className="stack">
          <div>
            <StatusTag tone={enabled ? 'ok' : 'idle'}>
              {enabled ? words.second_on : words.second_off}
            </StatusTag>
          </div>
          <p className="note">{enabled ? words.second_on_says(recovery_codes) : words.second_off_says}</p>
          <div>
            {enabled ? (
              <Button variant="danger" pending={disable.running} onClick={() => void disable.run({})}>
                {words.second_disable}
              </Button>
            ) : (
              <Button variant="primary" pending={begin.running} onClick={() => void begin.run({})}>
                {words.second_begin}
              </Button>
            )}
          </div>
        </div>
      )}
    </Loaded>
  )
}

function Scan({
  begun: { secret, uri },
  onDone,
  onClose,
}: {
  begun: AnswerAt<'/api/user/begin_second_factor'>
  onDone: (codes: readonly string[]) => void
  onClose: () => void
}) {
  const [words, errors] = [useWords('people'), useWords('errors')]
  const [code, setCode] = useState('')
  const enable = useChange('/api/user/enable_second_factor', {
    quiet: true,
    refresh,
    done: ({ recovery_codes }) => onDone(recovery_codes),
  })
  const issue = enable.issues[0]
  const wrong = issue ? sentenceOf(issue, errors) : enable.error?.message
  return (
    <FormDialog
      title={words.second}
      dismissable={false}
      cancel={words.cancel}
      submit={words.second_enable}
      running={enable.running}
      onSubmit={() => code.trim() !== '' && void enable.run({ secret, code: code.trim() })}
      onClose={onClose}
    >
      <p className="note">{words.second_scan}</p>
      <QrCode text={uri} label={words.second_qr} />
      <div className="grid gap-4">
        <span className="note">{words.second_manual}</span>
        <CopyText text={secret}>
          <code className="text-14 mono">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </CopyText>
      </div>
      <TextField
        label={words.second_code}
        error={wrong}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        data-autofocus
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

/** Width of the light margin around the code, in modules; readers need it. */
const margin = 4

/** A QR code as inline SVG: nothing is fetched, and the Content-Security-Policy allows it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => drawn(text), [text])
  return (
    <svg
      className={styles.qr}
      role="img"
      aria-label={label}
      viewBox={`${-margin} ${-margin} ${size + 2 * margin} ${size + 2 * margin}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}

function drawn(text: string): { path: string; size: number } {
  const code = generate(text)
  const cells = Array.from({ length: code.size * code.size }, (_, at) => ({
    x: at % code.size,
    y: Math.floor(at / code.size),
  }))
  return {
    size: code.size,
    path: cells
      .filter(({ x, y }) => code.get(x, y))
      .map(({ x, y }) => `M${x} ${y}h1v1h-1z`)
      .join(''),
  }
}

/** The recovery codes of a second factor, shown once; the user confirms having stored them. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const words = useWords('people')
  const { copy: labels } = useWords('shell')
  return (
    <NotedDialog
      title={words.second_codes}
      says={words.second_codes_says}
      noted={words.second_noted}
      why={words.second_noted}
      onClose={onClose}
    >
      <ol className={`grid bordered round-8 on-subtle ${styles.codes}`} aria-label={words.second_codes}>
        {codes.map((one) => (
          <li key={one}>
            <code className="text-14 mono">{one}</code>
          </li>
        ))}
      </ol>
      <div>
        <Button
          onClick={() =>
            void copy(codes.join('\n')).then((done) =>
              done ? toast.success(words.second_copied) : toast.error(labels.failed),
            )
          }
        >
          <CopyIcon />
          {words.second_copy}
        </Button>
      </div>
    </NotedDialog>
  )
}
