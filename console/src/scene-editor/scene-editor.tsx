/**
 * The editor's layout: toolbar, canvas, lot table, side panel. The page loads and saves the scene.
 * Long because focus, saving and keyboard shortcuts connect all of them.
 */
import { useCallback, useEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useWords } from '../core/words.ts'
import { ChangeList } from './panel/change-list.tsx'
import { Head, isDirty } from './head.tsx'
import { useEditor, useEditorAfterPaint, useEditorStore } from './state/editor-store.ts'
import { Hint } from './tools/hint.tsx'
import { HelpIcon, PanelIcon, TableIcon } from './tools/icons.tsx'
import { keyActionOf } from './tools/keys.ts'
import { LotPanel } from './panel/lot-panel.tsx'
import { LotTable } from './panel/lot-table.tsx'
import { checks } from './model/lot-rules.ts'
import { changesOf } from './model/diff.ts'
import type { Editor } from './model/editor.ts'
import { RemarkList } from './panel/remark-list.tsx'
import { isSameTones, remarksOf, tonesOf, type Refusal, type Remark } from './state/remarks.ts'
import styles from './scene-editor.module.css'
import { ScenePanel } from './panel/scene-panel.tsx'
import { Stage } from './canvas/stage.tsx'
import { StripBar } from './tools/strip-bar.tsx'
import { Tool } from './tools/tool.tsx'
import { Toolbar } from './tools/toolbar.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import help_styles from './panel/help.module.css'

export type SceneEditorProps = {
  /** Left of the save button: back link and heading. */
  heading: ReactNode
  /** Further tools at the end of the toolbar. */
  tools?: ReactNode
  /** Between toolbar and canvas, for example an offered draft or a missing picture. */
  notice?: ReactNode
  src: string | undefined
  refusals: readonly Refusal[]
  saving: boolean
  /** True if the user's role may view but not save. */
  locked: boolean
  /** True if the scene is already stored on the device; saving then requires a change. */
  known: boolean
  /** Where to go once everything is saved. */
  onward: { label: string; to: string } | undefined
  /** Whether saving a new scene goes there. */
  at_once: boolean
  onSave: () => void
}

export function SceneEditor({
  heading,
  tools,
  notice,
  src,
  refusals,
  saving,
  locked,
  known,
  onward,
  at_once,
  onSave,
}: SceneEditorProps) {
  const store = useEditorStore()
  const words = useWords('camera').scene
  const root = useRef<HTMLDivElement>(null)
  const [table, setTable] = useState(false)
  const [panel, setPanel] = useState(false)
  const [help, setHelp] = useState(false)
  const [several, setSeveral] = useState(false)
  // Checks, counts and lists are updated after the picture, because computing them takes longer than a frame.
  const document = useEditorAfterPaint(documentIn)
  const saved = useEditor((editor) => editor.saved)
  const size = useEditor((editor) => editor.size)
  const taken = useEditor((editor) => editor.taken)
  const remarks = useMemo(
    () => remarksOf(words, document, checks(document, size, taken), refusals),
    [words, document, size, taken, refusals],
  )
  const changes = useMemo(() => changesOf(saved, document, size), [saved, document, size])
  const tones = useTones(remarks)
  // A refusal by the device does not block the next attempt, because only the device can tell whether a
  // change resolved it.
  const blocking = remarks.slice(refusals.length).filter((one) => one.severity === 'error')

  function save() {
    if (saving || locked || (known && !isDirty(store.get()))) return
    const wrong = checks(store.get().history.document, size, taken).filter(
      // The page asks for the car park of a new scene itself.
      (one) => one.severity === 'error' && (known || one.kind !== 'parking_no_empty'),
    )
    if (wrong.length === 0) return onSave()
    setPanel(true)
    requestAnimationFrame(() =>
      root.current?.querySelector<HTMLElement>('[data-part="checks"] button')?.focus(),
    )
  }
  const toField = useCallback(
    (name: string) => root.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus(),
    [],
  )

  // Undo and save work wherever the focus is, except in a text field, which has its own undo.
  const act = useRef(save)
  useEffect(() => {
    act.current = save
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : undefined
      const found = keyActionOf(
        {
          key: event.key,
          control: event.ctrlKey || event.metaKey,
          shift: event.shiftKey,
          alt: event.altKey,
          at: event.timeStamp,
        },
        'page',
        false,
      )
      if (!found || target?.closest('dialog')) return
      if (found.kind === 'save') {
        event.preventDefault()
        act.current()
      } else if (
        found.kind === 'dispatch' &&
        !target?.closest('input:not([type="radio"], [type="checkbox"]), textarea, select')
      ) {
        event.preventDefault()
        store.dispatch(found.event)
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [store])

  const focusCanvas = useCallback(
    () => root.current?.querySelector<HTMLElement>('[role="application"]')?.focus({ preventScroll: true }),
    [],
  )
  return (
    <div
      ref={root}
      className={`grid on-card tall ${styles.editor}`}
      data-table={table}
      data-panel={panel}
      style={{ '--shape': `${size.width} / ${size.height}` } as CSSProperties}
    >
      <Head
        heading={heading}
        blocking={blocking}
        saving={saving}
        locked={locked}
        known={known}
        onward={onward}
        at_once={at_once}
        onSave={save}
      />
      <Toolbar locked={locked} several={several} onSeveral={setSeveral} focusCanvas={focusCanvas}>
        <div className={`row gap-2 ${styles.more}`}>
          {tools}
          <Tool
            icon={<TableIcon />}
            label={words.table}
            brief
            pressed={table}
            onClick={() => setTable(!table)}
          />
          <Tool icon={<HelpIcon />} label={words.help} bare onClick={() => setHelp(true)} />
          <span className={styles.narrow}>
            <Tool
              icon={<PanelIcon />}
              label={words.panel}
              brief
              pressed={panel}
              onClick={() => setPanel(!panel)}
            />
          </span>
        </div>
      </Toolbar>
      <div className={`flex column slim ${styles.main}`}>
        {notice}
        <Stage src={src} tones={tones} several={several} />
        <StripBar focusCanvas={focusCanvas} />
        <Hint />
        {table && (
          <fieldset className={`flex column rigid slim flush ${styles.dock}`} disabled={locked}>
            <LotTable onClose={() => setTable(false)} />
          </fieldset>
        )}
      </div>
      <aside className={styles.side} aria-label={words.panel}>
        <fieldset className={`slim flush ${styles.plain}`} disabled={locked}>
          <Part title={words.lots(document.lots.length)}>
            <LotPanel tones={tones} />
          </Part>
          <Part title={words.scene}>
            <ScenePanel focusCanvas={focusCanvas} />
          </Part>
        </fieldset>
        <Part title={words.checks(remarks.length)} name="checks">
          <RemarkList remarks={remarks} toField={toField} />
        </Part>
        {known && (
          <Part title={words.changed.title(changes.length)}>
            <ChangeList changes={changes} />
          </Part>
        )}
      </aside>
      {help && <Help onClose={() => setHelp(false)} />}
    </div>
  )
}

const documentIn = (editor: Editor) => editor.history.document

/** Returns the same object until a tone changes, so that other changes redraw no lots. */
function useTones(remarks: readonly Remark[]) {
  const next = useMemo(() => tonesOf(remarks), [remarks])
  const [tones, setTones] = useState(next)
  if (tones === next || isSameTones(tones, next)) return tones
  setTones(next)
  return next
}

function Part({ title, name, children }: { title: string; name?: string; children: ReactNode }) {
  return (
    <details className={`line-below ${styles.part}`} open data-part={name}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <div className={styles.partBody}>{children}</div>
    </details>
  )
}

/** The help dialog: keys and gestures. */
function Help({ onClose }: { onClose: () => void }) {
  const words = useWords('camera').scene
  return (
    <Dialog title={words.help} onClose={onClose}>
      <dl className={`grid gap-6 ${help_styles.help}`}>
        {words.help_rows.map(([what, how]) => (
          <div key={what}>
            <dt className="ink-3">{what}</dt>
            <dd>{how}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
