/**
 * Short messages in a corner; errors stay 5 s (spec §9). We have our own component because it is 1 kB and
 * must appear above native dialogs.
 */
import { toast_ms } from '@parking/contract/core/limits.ts'
import { createPortal } from 'react-dom'
import { createStore, useStore } from '../lib/store.ts'
import { CheckIcon, CloseIcon, InfoIcon, WarnIcon } from './icons.tsx'
import classes from './toast.module.css'

type Tone = 'success' | 'error' | 'warning' | 'info'
/** A button next to the text, for example to undo what the message reports. */
export type ToastAction = { text: string; run: () => void }
type Toast = {
  id: number
  tone: Tone
  text: string
  detail: string | undefined
  action: ToastAction | undefined
}

/** A message with an action stays long enough to read it, decide and press. */
const action_ms = 12_000

const toasts = createStore<readonly Toast[]>([])
let next = 1

function show(tone: Tone, text: string, detail?: string, action?: ToastAction): void {
  const same = toasts.get().find((toast) => toast.text === text && toast.tone === tone)
  const toast: Toast = { id: next++, tone, text, detail, action }
  moveToasts()
  toasts.update((list) => [...list.filter((old) => old !== same), toast].slice(-4))
  const short = tone === 'success' || tone === 'info'
  setTimeout(() => close(toast.id), action ? action_ms : short ? toast_ms * 0.7 : toast_ms)
}

const close = (id: number): void => toasts.update((list) => list.filter((toast) => toast.id !== id))

/** Shows a message. The same text replaces an earlier message. */
export const toast = {
  success: (text: string, action?: ToastAction) => show('success', text, undefined, action),
  error: (text: string, detail?: string) => show('error', text, detail),
  warning: (text: string) => show('warning', text),
  info: (text: string) => show('info', text),
}

const container = typeof document === 'undefined' ? undefined : document.createElement('div')

/**
 * A modal dialog covers everything outside it and makes it inert, so the messages move into the topmost
 * dialog and back.
 */
export function moveToasts(): void {
  if (!container) return
  const dialogs = document.querySelectorAll('dialog:modal')
  const place = dialogs[dialogs.length - 1] ?? document.body
  if (container.parentElement !== place) place.append(container)
}

const icons = { success: CheckIcon, error: WarnIcon, warning: WarnIcon, info: InfoIcon }

/** Rendered once, by the layout. `words` are passed in, because ui has no dictionaries. */
export function Toasts({ words }: { words: { label: string; close: string } }) {
  const list = useStore(toasts)
  if (!container) return null
  return createPortal(
    <div className={`grid gap-8 untouchable ${classes['stack']}`} role="region" aria-label={words.label}>
      {list.map((toast) => {
        const Icon = icons[toast.tone]
        return (
          <div
            key={toast.id}
            className={`grid card start gap-10 text-14 ink leading-15 ${classes['toast']}`}
            data-tone={toast.tone}
            role={toast.tone === 'error' ? 'alert' : 'status'}
          >
            <Icon />
            <div className={`anywhere ${classes['text']}`}>
              {toast.text}
              {toast.detail && <small className="block text-12 ink-3">{toast.detail}</small>}
              {toast.action && (
                <button
                  type="button"
                  className={`plain ring-2 link bold ${classes['action']}`}
                  onClick={() => {
                    close(toast.id)
                    toast.action?.run()
                  }}
                >
                  {toast.action.text}
                </button>
              )}
            </div>
            <button
              type="button"
              className={`plain center ink-3 round-4 icons-16 ${classes['close']}`}
              aria-label={words.close}
              onClick={() => close(toast.id)}
            >
              <CloseIcon />
            </button>
          </div>
        )
      })}
    </div>,
    container,
  )
}
