/**
 * The one save bar: appears below the page with the first change, lists each change with its old and new
 * value, and saves or discards them all. Ctrl-S saves from anywhere on the page.
 * Long because listing, saving and discarding share one set of changes.
 */
import { useId, useLayoutEffect, useRef, useState, useCallback, useSyncExternalStore } from 'react'
import { useWords } from '#src/core/words.ts'
import { subscribeAfterPaint } from '#src/lib/after-paint.ts'
import { useStore } from '#src/lib/store.ts'
import { Button } from '#src/ui/button/button.tsx'
import { ChevronDownIcon } from '#src/ui/icons.tsx'
import styles from './save-bar.module.css'
import { saveAll, unsaved_forms, type UnsavedForm } from './unsaved-forms.ts'
import { useAboveKeyboard, useSaveKey } from './bar-keys.ts'
import { useFieldText } from '../field-text.ts'

export function SaveBarView() {
  const forms = useStore(unsaved_forms)
  const rows = useChangeRows(forms)
  return rows.length === 0 ? null : <Bar forms={forms} rows={rows} />
}

function Bar({ forms, rows }: { forms: readonly UnsavedForm[]; rows: readonly ChangeRow[] }) {
  const words = useWords('forms')
  const list = useId()
  const [open, setOpen] = useState(false)
  const bar = useRef<HTMLElement>(null)
  const saving = forms.some(({ handle }) => handle.state === 'saving')
  const restored = forms.some(({ handle }) => handle.model.restored())
  const label = forms.length === 1 ? forms[0]?.label : undefined
  const noteFocusOrigin = useReturnOfFocus(bar)
  useAboveKeyboard(bar)
  useRoomBelow()

  const save = () => {
    if (!saving) void saveAll(forms)
  }
  useSaveKey(save)

  return (
    <section
      ref={bar}
      className={styles.bar}
      aria-label={words.unsaved}
      onFocus={({ relatedTarget }) => noteFocusOrigin(relatedTarget)}
    >
      {open && (
        <ul id={list} className={styles.list} tabIndex={-1}>
          {rows.map((row) => (
            <li key={row.key}>
              <b className="bold">{row.label}</b>
              <span className={`flex wrap figures anywhere ${styles.values}`}>
                {row.from !== undefined && <s>{row.from}</s>}
                <span aria-hidden="true">→</span>
                <span className={styles.to}>{row.to}</span>
              </span>
              <button
                type="button"
                className={`plain ${styles.back}`}
                aria-label={words.take_back(row.label)}
                disabled={saving}
                onClick={() => {
                  row.takeBack()
                  // This button disappears with its row.
                  bar.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
                }}
              >
                {words.take_back_short}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={`row gap-8-12 pad-8-12 ${styles.line}`}>
        <button
          type="button"
          className={`plain icons-16 ${styles.count}`}
          aria-expanded={open}
          aria-controls={open ? list : undefined}
          onClick={() => setOpen(!open)}
        >
          {words.changes(rows.length)}
          <ChevronDownIcon />
        </button>
        <p className={`ellipsis grow slim text-13 figures ${styles.names}`} data-open={open || undefined}>
          {saving ? words.saving : restored && <em>{words.restored}</em>}
          {!saving &&
            rows.map((row) => (
              <span key={row.key}>
                {row.label} {row.short}
              </span>
            ))}
        </p>
        <Button
          className={`button ${styles.discard}`}
          disabled={saving}
          onClick={() => forms.forEach(({ handle }) => handle.undo())}
        >
          {words.undo}
        </Button>
        <Button variant="primary" aria-disabled={saving} aria-keyshortcuts="Control+S" onClick={save}>
          {label ?? words.save}
          <kbd className="mouse-only" aria-hidden="true">
            {words.save_key}
          </kbd>
        </Button>
      </div>
    </section>
  )
}

/** Scrolling and toasts leave room for the bar. A root attribute: `:has()` would search the whole page. */
function useRoomBelow(): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    root.setAttribute('data-save-bar', '')
    return () => root.removeAttribute('data-save-bar')
  }, [])
}

/**
 * The bar disappears with the last change. The focus returns to its origin, but opens no on-screen keyboard.
 */
function useReturnOfFocus(bar: { current: HTMLElement | null }): (from: EventTarget | null) => void {
  const from = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = bar.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const back = from.current?.isConnected ? from.current : document.getElementById('main')
      const phone = matchMedia('(pointer: coarse)').matches
      ;(phone ? document.getElementById('main') : back)?.focus({ preventScroll: true })
    }
  }, [bar])
  return (target) => {
    if (target instanceof HTMLElement && !bar.current?.contains(target)) from.current = target
  }
}

type ChangeRow = {
  readonly key: string
  readonly label: string
  /** Undefined for a secret and for a long text. */
  readonly from: string | undefined
  readonly to: string
  /** Both values on one line: `10 → 15 s`. */
  readonly short: string
  readonly takeBack: () => void
}

/** Longer values are cut in the bar's line; its list shows them in full. */
const line_length = 24

/**
 * The unsaved changes of the given forms as text: the old value, the new value, and how to revert the change.
 */
function useChangeRows(forms: readonly UnsavedForm[]): readonly ChangeRow[] {
  const words = useWords('forms')
  const fieldText = useFieldText()
  // A keystroke is painted in its field before the bar lists it.
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = forms.map(({ handle }) => subscribeAfterPaint(handle.model.subscribe, listener))
      return () => ends.forEach((end) => end())
    },
    [forms],
  )
  useSyncExternalStore(subscribe, () => versionOf(forms))
  return forms.flatMap(({ handle }) => {
    const { model } = handle
    return model.changed().map((name): ChangeRow => {
      const kind = model.kindOf(name)
      const [was, is] = [model.rawBegan(name), model.raw(name)]
      const valueText = (raw: typeof was) => handle.fieldText?.(name, raw) ?? fieldText(kind, raw)
      // A long text is easier to read in its own field than next to its old value; a secret is never shown.
      const hides_value = kind.kind === 'secret' || kind.kind === 'area'
      const from = hides_value ? undefined : valueText(was)
      const to = kind.kind === 'secret' ? words.secret_typed : hides_value ? words.edited : valueText(is)
      // The unit is shown once: 10 → 15 s.
      const bare = 'unit' in kind && kind.unit && was !== '' && is !== '' ? String(was) : from
      return {
        key: `${handle.id} ${name}`,
        label: handle.labelOf(name),
        from,
        to,
        short: bare === undefined ? to : `${cut(bare)} → ${cut(to)}`,
        takeBack: () => handle.fill({ [name]: was }),
      }
    })
  })
}

/** Changes whenever a text of the forms changes. */
const versionOf = (forms: readonly UnsavedForm[]): string =>
  JSON.stringify(
    forms.map(({ handle: { model } }) =>
      model.changed().map((name) => [name, model.raw(name), model.rawBegan(name)]),
    ),
  )

const cut = (text: string): string =>
  text.length > line_length ? `${text.slice(0, line_length - 1)}…` : text
