/**
 * The dialogs over the editor, selected by the URL (`?view=references|test|copy`) and loaded when first
 * opened.
 */
import { Suspense } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useCall } from '#src/core/queries.ts'
import { lazyPart } from '#src/lib/parts.ts'
import { useEditor } from '#src/scene-editor/state/editor-store.ts'
import { CopyToIcon, PlacesIcon, TestIcon } from '#src/scene-editor/tools/icons.tsx'
import { clipOf } from '#src/scene-editor/model/clip.ts'
import { selectedLots } from '#src/scene-editor/model/editor.ts'
import { Tool } from '#src/scene-editor/tools/tool.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { WarnIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './page.module.css'
import type { Start } from './scene-work.tsx'

const ReferencesDialog = lazyPart(() =>
  import('./reference/references-dialog.tsx').then((file) => file.ReferencesDialog),
)
const TestDialog = lazyPart(() => import('./test/test-dialog.tsx').then((file) => file.TestDialog))
const DuplicateDialog = lazyPart(() =>
  import('./duplicate/duplicate-dialog.tsx').then((file) => file.DuplicateDialog),
)

const names = ['references', 'test', 'copy'] as const
type View = (typeof names)[number]

/**
 * The open dialog. Opening and closing keeps the state of the history entry, which identifies the editor and
 * thus its undo history.
 */
export function useView(): { view: View | undefined; open: (view: View) => void; close: () => void } {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const set = (view: View | undefined) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (view) next.set('view', view)
        else next.delete('view')
        return next
      },
      { replace: true, state },
    )
  return { view: names.find((name) => name === search.get('view')), open: set, close: () => set(undefined) }
}

export function ViewTools({ known, onOpen }: { known: boolean; onOpen: (view: View) => void }) {
  const words = useWords('camera_reference')
  const empty = useEditor((editor) => editor.history.document.lots.length === 0)
  return (
    <>
      {known && <Tool icon={<PlacesIcon />} label={words.open} brief onClick={() => onOpen('references')} />}
      {known && <Tool icon={<TestIcon />} label={words.test.open} brief onClick={() => onOpen('test')} />}
      <Tool
        icon={<CopyToIcon />}
        label={words.copy.open}
        brief
        disabled={empty}
        onClick={() => onOpen('copy')}
      />
    </>
  )
}

type Scene = NonNullable<Start['scene']>

/** Shown above the canvas until the lots of a moved camera are corrected. */
export function CameraMovedNotice({ scene, onOpen }: { scene: Scene; onOpen: () => void }) {
  const words = useWords('camera_reference')
  const read = useCall('/api/camera/list_references', { scene_id: scene.scene_id })
  // Another user has accepted the shifted lots, or the camera has moved back.
  if (read.data && read.data.check.moved_time_str === '') return null
  return (
    <div className={`row wrap gap-8 pad-8-12 text-13 line-below on-warn ${styles.notice}`} role="alert">
      <p>
        <WarnIcon /> {words.notice(read.data ? String(Math.round(read.data.check.px)) : '…')}
      </p>
      <Button variant="primary" onClick={onOpen}>
        {words.notice_open}
      </Button>
    </div>
  )
}

type Props = {
  view: View | undefined
  camera: Start['camera']
  scene: Scene | undefined
  src: string | undefined
  locked: boolean
  dirty: boolean
  onClose: () => void
  onChanged: () => void
  onCopied: () => void
}

export function SceneDialogs({
  view,
  camera,
  scene,
  src,
  locked,
  dirty,
  onClose,
  onChanged,
  onCopied,
}: Props) {
  const document = useEditor((editor) => editor.history.document)
  const selection = useEditor((editor) => editor.selection)
  if (!view) return null
  const all = clipOf(
    document,
    document.lots.map(({ id }) => id),
  )
  return (
    <Suspense>
      {view === 'references' && scene && (
        <ReferencesDialog
          scene={scene}
          locked={locked}
          dirty={dirty}
          onClose={onClose}
          onChanged={onChanged}
        />
      )}
      {view === 'test' && scene && (
        <TestDialog scene={scene} fallback={src ?? camera.snapshot} dirty={dirty} onClose={onClose} />
      )}
      {view === 'copy' && all && !locked && (
        <DuplicateDialog
          scene_id={scene?.scene_id}
          chosen={clipOf(document, selectedLots({ selection }))}
          all={all}
          onClose={onClose}
          onSaved={onCopied}
        />
      )}
    </Suspense>
  )
}
