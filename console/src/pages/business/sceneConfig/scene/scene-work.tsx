/** Edits one scene: picture, draft, saving. Long because all three meet in saving. */
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link, useBlocker, useNavigate, useSearchParams } from 'react-router'
import type { Answer } from '@parking/contract/calls.ts'
import { sayWithUndo } from '#src/acts/say-with-undo.ts'
import { call, outcomeOf } from '#src/core/api.ts'
import { sentenceOf } from '#src/core/errors.ts'
import { addressOf, nextStep, stepIn, useInstallAddress } from '#src/install/install-steps.ts'
import { useInstall } from '#src/install/use-install.ts'
import { subscribeAfterPaint } from '#src/lib/after-paint.ts'
import { useStore } from '#src/lib/store.ts'
import { queryClient, useChange } from '#src/core/queries.ts'
import { deleteDraft, saveDraft, readDraft, versionOf } from '#src/scene-editor/state/draft.ts'
import { createEditorStore, EditorContext } from '#src/scene-editor/state/editor-store.ts'
import { Tool } from '#src/scene-editor/tools/tool.tsx'
import { documentOf, emptyDocument, isSameDocument, wireOf } from '#src/scene-editor/model/document.ts'
import { createEditor } from '#src/scene-editor/model/editor.ts'
import { refusalsOf, type Refusal } from '#src/scene-editor/state/remarks.ts'
import { isDirty } from '#src/scene-editor/head.tsx'
import { SceneEditor } from '#src/scene-editor/scene-editor.tsx'
import { useDirty } from '#src/stores/dirty.ts'
import { tabsOn } from '#src/stores/interface.ts'
import { session } from '#src/stores/session.ts'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { CameraIcon, ChevronLeftIcon } from '#src/ui/icons.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { DraftNotice } from './draft-notice.tsx'
import styles from './page.module.css'
import { ParkingDialog } from './parking-dialog.tsx'
import { ParkingNo } from './parking-no.tsx'
import { PictureNotice } from './picture-notice.tsx'
import { useReference } from './use-reference.ts'
import { CameraMovedNotice, useView, SceneDialogs, ViewTools } from './scene-dialogs.tsx'

export type Start = {
  readonly camera: Answer<'list_cameras'>['list'][number]
  /** Undefined for a new scene. */
  readonly scene: Answer<'get_scenes'>['list'][number] | undefined
  /** The car parks that the scenes of this device belong to, with the number of their scenes. */
  readonly parking_nos: readonly { readonly parking_no: string; readonly scene_num: number }[]
  readonly taken: Answer<'get_all_lots_no'>['list']
  /** The next camera without lots, if any. */
  readonly next_camera: Answer<'list_cameras'>['list'][number] | undefined
  /** The type of a new scene, from the business mode. */
  readonly new_type: Answer<'get_scenes'>['list'][number]['scene_type']
}

/** `onReload`: called when the scene on the device changed and must be loaded again. */
export function SceneWork({
  editor,
  start,
  onReload,
}: {
  editor: string
  start: Start
  onReload: () => void
}) {
  const { camera } = start
  const words = useWords('camera').scene
  const errors = useWords('errors')
  const navigate = useNavigate()
  const inPath = useInstallAddress()
  const step = stepIn(useSearchParams()[0].toString())
  const install = useInstall(step !== undefined)
  const next_step = nextStep('lots', install.data?.steps ?? []) ?? 'handover'
  const onward = start.next_camera
    ? {
        label: words.onward.camera(start.next_camera.camera_name),
        to: inPath(`?${new URLSearchParams({ camera_sn: start.next_camera.camera_sn })}`),
      }
    : step && { label: words.onward.step, to: addressOf(next_step) }
  const locked = useStore(session).roles.every((role) => role === 'viewer')
  const [store] = useState(() =>
    createEditorStore(
      createEditor(initialDocument(start), sizeOf(start), start.taken, lastNumber(start)),
      locked,
    ),
  )
  // A new scene starts with what is drawn first: the row along the kerb.
  const draws_row = !locked && !start.scene
  useEffect(() => {
    if (draws_row) store.dispatch({ kind: 'tool', tool: 'strip' })
  }, [store, draws_row])
  const [scene, setScene] = useState(start.scene)
  const [draft, setDraft] = useState(() =>
    locked ? undefined : readDraft(camera.camera_sn, start.scene?.scene_id),
  )
  const [asking, setAsking] = useState(false)
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  const reference = useReference(store, camera, start.scene)
  const saving = useChange('/api/camera/add_update_scene', {
    refresh: ['/api/camera/get_scenes', '/api/camera/list_cameras', '/api/camera/get_all_lots_no'],
    quiet: (error) => error.reason === 'scene_changed',
  })
  const dirty = useUnsaved(store)
  const views = useView()
  useDirty(dirty)
  useLeaveGuard(store, words.leave)
  useLotInUrl(store)

  // Every finished change is written to localStorage; the draft is deleted when everything is saved.
  const kept = useRef({ scene, offered: draft !== undefined })
  useEffect(() => {
    kept.current = { scene, offered: draft !== undefined }
  })
  useEffect(() => {
    let last = store.get().history.document
    const keep = () => {
      const {
        saved,
        history: { document },
      } = store.get()
      if (document === last) return
      last = document
      const { scene: opened } = kept.current
      const scene_id = opened?.scene_id
      if (!isSameDocument(document, saved))
        saveDraft(camera.camera_sn, scene_id, { time: Date.now(), base: versionOf(opened), document })
      else if (!kept.current.offered) deleteDraft(camera.camera_sn, scene_id)
    }
    const end = subscribeAfterPaint(store.subscribe, keep)
    // A page that is being left no longer paints.
    window.addEventListener('pagehide', keep)
    return () => {
      keep()
      end()
      window.removeEventListener('pagehide', keep)
    }
  }, [store, camera.camera_sn])

  /** `revision`: the revision to replace; the device refuses if it has another one. */
  async function save(revision = scene?.revision) {
    const {
      history: { document },
      size,
    } = store.get()
    setRefusals([])
    const answer = await saving.run({
      ...wireOf(document, size),
      camera_sn: camera.camera_sn,
      ...(scene && {
        scene_id: scene.scene_id,
        ...(revision !== undefined && { revision }),
        ...(scene.ref_snapshot !== '' && { keep_reference: !reference.fresh }),
      }),
    })
    if (!answer) return
    reference.setAsReference(answer.ref_snapshot)
    deleteDraft(camera.camera_sn, scene?.scene_id)
    setDraft(undefined)
    store.dispatch({ kind: 'saved', document })
    setScene(answer)
    if (scene) void sayWithUndo(words.saved, 'change_scene')
    else toast.success(words.saved)
    if (!scene && step && onward) return void navigate(onward.to)
    if (!scene)
      void navigate(
        inPath(`?${new URLSearchParams({ camera_sn: camera.camera_sn, scene_id: answer.scene_id })}`),
        {
          replace: true,
          state: { editor },
        },
      )
    void readTaken(answer.scene_id)
  }

  function saveNow(revision?: number) {
    sent.current = store.get().history.document
    void save(revision)
  }

  /** Not from the cache, which holds the scene as it was opened. */
  function loadTheirs() {
    queryClient.removeQueries({ queryKey: ['/api/camera/get_scenes'] })
    onReload()
  }

  /** Replaces what another user has saved: only the revision stored at this moment, nothing later. */
  async function replaceTheirs() {
    const { answer } = await outcomeOf(call('/api/camera/get_scenes', { camera_sn: camera.camera_sn }))
    if (answer) saveNow(answer.list.find(({ scene_id }) => scene_id === scene?.scene_id)?.revision)
  }

  async function readTaken(scene_id: string | undefined) {
    const { answer } = await outcomeOf(call('/api/camera/get_all_lots_no', {}, { quiet: true }))
    if (answer)
      store.dispatch({ kind: 'taken', taken: answer.list.filter((lot) => lot.scene_id !== scene_id) })
  }

  // Refusals refer to the lots as they were sent, and stay attached to them when others are added or removed.
  const sent = useRef(store.get().history.document)
  const handled_issues = useRef(saving.issues)
  useEffect(() => {
    if (handled_issues.current === saving.issues) return
    handled_issues.current = saving.issues
    setRefusals(refusalsOf(saving.issues, sent.current, (issue) => sentenceOf(issue, errors)))
  }, [saving.issues, errors])

  // Marks the page as filling the window (page.module.css) while it is shown; a hidden tab runs the cleanup.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset['page'] = 'editor'
    return () => void delete dataset['page']
  }, [])
  return (
    <EditorContext value={store}>
      <div className={`clip tall ${styles.page}`}>
        <SceneEditor
          heading={
            <>
              <Link
                className={`center rigid ink-2 round-6 ${styles.back}`}
                to={
                  step
                    ? addressOf(step)
                    : `/business/sceneConfig?camera_sn=${encodeURIComponent(camera.camera_sn)}`
                }
                aria-label={words.back}
                title={words.back}
              >
                <ChevronLeftIcon />
              </Link>
              <h1 className={`unseen-landscape ellipsis slim text-16 bold leading-14 ${styles.title}`}>
                {scene ? words.title : words.title_new}
                <small>{camera.camera_name}</small>
                <ParkingNo />
              </h1>
            </>
          }
          tools={
            <>
              <Tool
                icon={<CameraIcon />}
                label={words.new_picture}
                brief
                disabled={reference.state === 'taking'}
                onClick={() =>
                  void reference.take().then((taken) => taken && toast.success(words.new_picture_done))
                }
              />
              <ViewTools known={scene !== undefined} onOpen={views.open} />
            </>
          }
          notice={
            <>
              {draft && (
                <DraftNotice
                  draft={draft}
                  older={draft.base !== versionOf(scene)}
                  onRestore={() => {
                    store.dispatch({ kind: 'do', command: { kind: 'replace', document: draft.document } })
                    setDraft(undefined)
                    toast.info(words.draft.restored)
                  }}
                  onDrop={() => {
                    setDraft(undefined)
                    if (!dirty) deleteDraft(camera.camera_sn, scene?.scene_id)
                  }}
                />
              )}
              {scene?.moved && <CameraMovedNotice scene={scene} onOpen={() => views.open('references')} />}
              {saving.error?.reason === 'scene_changed' && (
                <ConflictNotice
                  running={saving.running}
                  onLoad={loadTheirs}
                  onReplace={() => void replaceTheirs()}
                />
              )}
              <PictureNotice reference={reference} />
            </>
          }
          src={reference.src}
          refusals={refusals}
          saving={saving.running}
          locked={locked}
          known={scene !== undefined}
          onward={onward}
          at_once={step !== undefined}
          onSave={() => {
            const { parking_no } = store.get().history.document.scene
            // No user has typed this number, but the scene's events go to that car park, so the user is
            // asked.
            if (!scene && parking_no === suggestionOf(start)) setAsking(true)
            else saveNow()
          }}
        />
        {asking && (
          <ParkingDialog
            suggestion={suggestionOf(start)}
            known={start.parking_nos}
            onClose={() => setAsking(false)}
            onSave={(parking_no) => {
              setAsking(false)
              store.dispatch({ kind: 'do', command: { kind: 'set_scene', changes: { parking_no } } })
              saveNow()
            }}
          />
        )}
        <SceneDialogs
          view={views.view}
          camera={camera}
          scene={scene}
          src={reference.src}
          locked={locked}
          dirty={dirty}
          onClose={views.close}
          onChanged={onReload}
          onCopied={() => void readTaken(scene?.scene_id)}
        />
      </div>
    </EditorContext>
  )
}

function initialDocument(start: Start) {
  const { scene, new_type } = start
  return scene
    ? documentOf(scene)
    : emptyDocument({
        scene_type: new_type,
        enabled: true,
        parking_no: suggestionOf(start),
        direction: 5,
      })
}

/** A car park is suggested only if all scenes share it. */
const suggestionOf = ({ parking_nos }: Start): string =>
  parking_nos.length === 1 ? parking_nos[0]!.parking_no : ''

/** The numbers of a camera's second scene continue those of its first. */
const lastNumber = ({ taken, camera }: Start) =>
  taken
    .filter((lot) => lot.camera_sn === camera.camera_sn)
    .map((lot) => lot.lot_no)
    .sort()
    .at(-1)

const sizeOf = ({ scene, camera }: Start) =>
  scene
    ? { width: scene.ref_width, height: scene.ref_height }
    : { width: camera.width || 1920, height: camera.height || 1080 }

/** Selects the lot in the URL (`&lot=A01`), to which lists link. */
function useLotInUrl(store: ReturnType<typeof createEditorStore>) {
  const lot_no = useSearchParams()[0].get('lot')
  useEffect(() => {
    const lot = store.get().history.document.lots.find((one) => one.lot_no === lot_no)
    if (lot) store.dispatch({ kind: 'select', selection: { kind: 'lots', lots: [lot.id] }, show: true })
  }, [store, lot_no])
}

/** Updated after a change is painted, because it renders the frame of the editor. */
function useUnsaved(store: ReturnType<typeof createEditorStore>): boolean {
  const [subscribe] = useState(() => (listener: () => void) => subscribeAfterPaint(store.subscribe, listener))
  return useSyncExternalStore(subscribe, () => isDirty(store.get()))
}

/**
 * Asks before leaving with unsaved changes, unless the page stays open as a tab; when the window is closed,
 * the browser asks in its own words.
 */
function useLeaveGuard(
  store: ReturnType<typeof createEditorStore>,
  words: { title: string; body: string; confirm: string; stay: string },
) {
  const unsaved = () => isDirty(store.get())
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && !tabsOn.get() && unsaved(),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm({ title: words.title, body: words.body, confirm: words.confirm, cancel: words.stay }).then(
      (yes) => (yes ? blocker.proceed() : blocker.reset()),
    )
  }, [blocker, words])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isDirty(store.get())) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [store])
}
