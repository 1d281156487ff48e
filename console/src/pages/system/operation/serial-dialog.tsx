/**
 * Confirms an action that deletes data: the user types the serial number, which protects against the wrong
 * device and against haste.
 */
import type { BrokenRule } from '@parking/contract'
import { useId, useState, type ReactNode } from 'react'
import { useCall } from '#src/core/queries.ts'
import { ruleNames } from '#src/lib/rule-names.ts'
import { Button } from '#src/ui/button/button.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { WarnIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import shared from './operation.module.css'
import styles from './serial-dialog.module.css'

type Props = {
  title: string
  /** The label of the confirm button. */
  go: string
  /** The reason why the action is blocked now. */
  block?: string | undefined
  /** The evidence rules that the action would break. */
  breaks?: readonly BrokenRule[] | undefined
  /** Resolves to the reason of a failure, or to undefined. */
  onGo: (host_sn: string) => Promise<string | undefined>
  onClose: () => void
  children: ReactNode
}

export function SerialDialog({ title, go, block, breaks = [], onGo, onClose, children }: Props) {
  const words = useWords('operation')
  const serial = useCall('/api/device/get_basic_info', {}).data?.host_sn
  const [typed, setTyped] = useState('')
  const [state, setState] = useState<
    { kind: 'asking' } | { kind: 'going' } | { kind: 'failed'; says: string }
  >({ kind: 'asking' })
  const id = useId()
  const going = state.kind === 'going'
  const same = serial !== undefined && typed.trim() === serial
  const wrong = serial !== undefined && !same && typed.trim().length >= serial.length
  const why = block ?? (same ? undefined : words.serial.why)

  async function submit() {
    if (why !== undefined || going || serial === undefined) return
    setState({ kind: 'going' })
    const says = await onGo(serial)
    if (says === undefined) onClose()
    else setState({ kind: 'failed', says })
  }

  return (
    <Dialog
      title={
        <span className="inline-row gap-8 bad">
          <WarnIcon />
          {title}
        </span>
      }
      role="alertdialog"
      onClose={onClose}
      dismissable={!going}
      footer={
        <>
          <Button disabled={going} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            type="submit"
            form={id}
            variant="danger"
            disabled={why !== undefined}
            pending={going}
            title={why}
          >
            {go}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {children}
        {breaks.length > 0 && (
          <p className={`grid gap-8 pad-10-12 ink round-6 on-warn ${shared.warning}`}>
            <WarnIcon />
            {words.restore.breaks(ruleNames(breaks))}
          </p>
        )}
        {block !== undefined && (
          <p className={`grid gap-8 pad-10-12 ink round-6 on-warn ${shared.warning}`}>
            <WarnIcon />
            {block}
          </p>
        )}
        <div className="field">
          <p className={`ink-2 ${styles.serial}`}>
            {words.serial.is}{' '}
            {serial === undefined ? (
              words.serial.unknown
            ) : (
              <CopyText text={serial}>
                <code className="ink mono anywhere bordered round-4 on-subtle">{serial}</code>
              </CopyText>
            )}
          </p>
          <label htmlFor={`${id}-typed`}>{words.serial.label}</label>
          <input
            id={`${id}-typed`}
            className="input"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            disabled={going}
            data-autofocus
            aria-invalid={wrong}
            aria-describedby={`${id}-note`}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <p id={`${id}-note`} className="error" aria-live="polite">
            {wrong ? words.serial.wrong : ''}
          </p>
        </div>
        {state.kind === 'failed' && (
          <p className="pad-10-12 bad anywhere round-6 on-bad" role="alert">
            {state.says}
          </p>
        )}
      </form>
    </Dialog>
  )
}
