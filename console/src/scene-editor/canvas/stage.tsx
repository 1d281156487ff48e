/**
 * The canvas: the picture, and over it one SVG. It only turns pointer, wheel and keys into happenings of the model, and draws what
 * the model says. Handles keep their size on the screen by `--k`, the inverse of the zoom, so that zooming renders nothing anew.
 */
import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { useWords } from '#src/words.ts'
import { AreasLayer } from './areas-layer.tsx'
import { CornersLayer } from './corners-layer.tsx'
import { DrawingLayer } from './drawing-layer.tsx'
import { useEditor, useEditorStore } from '../state/editor-store.ts'
import { actOf } from '../tools/keys.ts'
import { Loupe } from './loupe.tsx'
import { LotsLayer } from './lots-layer.tsx'
import type { Tones } from '../state/remarks.ts'
import { selectedLots, type Editor } from '../model/editor.ts'
import { screen, type ScreenPoint } from '../model/geometry.ts'
import { Picture } from './picture.tsx'
import { useClipboard } from '../tools/use-clipboard.ts'
import styles from './stage.module.css'

/** `several`: each press adds to what is chosen, as with Shift; for fingers, which have none. */
export function Stage({
  src,
  tones,
  several = false,
  children,
}: {
  src: string | undefined
  tones: Tones
  several?: boolean
  children?: ReactNode
}) {
  const store = useEditorStore()
  const words = useWords('camera').scene
  const stage = useRef<HTMLDivElement>(null)
  const [space, setSpace] = useState(false)
  const clipboard = useClipboard()
  const cursor = useEditor(cursorOf)
  const helpId = useId()
  const layerId = useId()

  useEffect(() => {
    const element = stage.current
    if (!element) return
    const measure = () =>
      store.dispatch({ kind: 'stage', stage: { width: element.clientWidth, height: element.clientHeight } })
    const observer = new ResizeObserver(measure)
    // React's own wheel listener is passive, and a passive one cannot keep the page from scrolling.
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1)
      store.dispatch({
        kind: 'zoom',
        at: placeIn(element, event),
        factor: Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0016)),
      })
    }
    measure()
    observer.observe(element)
    element.addEventListener('wheel', wheel, { passive: false })
    return () => {
      observer.disconnect()
      element.removeEventListener('wheel', wheel)
    }
  }, [store])

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button > 1) return
    const element = event.currentTarget
    element.setPointerCapture(event.pointerId)
    if (!element.contains(document.activeElement)) element.focus({ preventScroll: true })
    store.dispatch({
      kind: 'down',
      pointer: event.pointerId,
      at: placeIn(element, event),
      reach: reachOf(event),
      grip: event.button === 1 || space ? 'pan' : 'main',
      add: event.shiftKey || several,
      free: event.altKey,
    })
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const { hover, tool } = store.get()
    const control = event.ctrlKey || event.metaKey
    const drawing = tool.kind !== 'select'
    if (event.key === ' ' && hover?.reach !== 'keys') {
      event.preventDefault()
      return setSpace(true)
    }
    const act = actOf(
      { key: event.key, control, shift: event.shiftKey, alt: event.altKey, at: event.timeStamp },
      'canvas',
      drawing,
    )
    if (act?.kind === 'copy' || act?.kind === 'paste') {
      event.preventDefault()
      return act.kind === 'copy' ? clipboard.copy() : clipboard.paste()
    }
    // What is for the whole page (save, undo) is left to the page.
    if (!act || control) return
    event.preventDefault()
    if (act.kind === 'happen') store.dispatch(act.event)
    else if (act.kind === 'unlink') unlink(store.get(), store.dispatch)
    else if (act.kind !== 'save')
      goToLot(store.get(), store.dispatch, act.kind === 'next_lot' ? 1 : -1, event.currentTarget)
    keepFocus(event.currentTarget)
  }

  return (
    <div
      ref={stage}
      className={styles.stage}
      role="application"
      aria-label={words.canvas}
      aria-describedby={helpId}
      tabIndex={0}
      data-cursor={space ? 'grab' : cursor}
      onPointerDown={onPointerDown}
      onPointerMove={(event) =>
        store.dispatch({
          kind: 'move',
          pointer: event.pointerId,
          at: placeIn(event.currentTarget, event),
          reach: reachOf(event),
          free: event.altKey,
        })
      }
      onPointerUp={(event) =>
        store.dispatch({
          kind: 'up',
          pointer: event.pointerId,
          at: placeIn(event.currentTarget, event),
          free: event.altKey,
        })
      }
      onPointerCancel={(event) => store.dispatch({ kind: 'cancel', pointer: event.pointerId })}
      onPointerLeave={() => store.dispatch({ kind: 'leave' })}
      onMouseDown={(event) => event.button === 1 && event.preventDefault()}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      onKeyUp={(event) => event.key === ' ' && setSpace(false)}
      onBlur={() => setSpace(false)}
    >
      <p id={helpId} className="visually-hidden">
        {words.canvas_help}
      </p>
      <Picture src={src} />
      <svg className={styles.over} width="100%" height="100%">
        <AreasLayer />
        <LotsLayer id={layerId} tones={tones} />
        <CornersLayer />
        <DrawingLayer />
      </svg>
      <Loupe src={src} layer={layerId} />
      {children}
    </div>
  )
}

const reachOf = (event: PointerEvent) => (event.pointerType === 'touch' ? 'touch' : 'mouse')

function placeIn(element: Element, event: { clientX: number; clientY: number }): ScreenPoint {
  const box = element.getBoundingClientRect()
  return screen(event.clientX - box.left, event.clientY - box.top)
}

function cursorOf({ gesture, tool, hover, ...editor }: Editor): string {
  switch (gesture.kind) {
    case 'panning':
    case 'pinching':
    case 'dragging_corner':
    case 'dragging_lots':
    case 'dragging_strip':
      return 'grabbing'
    case 'idle':
    case 'pressing':
    case 'placing':
      break
  }
  if (tool.kind === 'draw') return 'cross'
  if (tool.kind === 'strip') return 'grab'
  switch (hover?.over.kind) {
    case 'corner':
      return 'move'
    case 'middle':
      return 'copy'
    case 'lot':
      return selectedLots(editor).includes(hover.over.lot) ? 'move' : 'pointer'
    default:
      return 'default'
  }
}

type Dispatch = ReturnType<typeof useEditorStore>['dispatch']

/** Takes the selected corner off the lots it is shared with. */
function unlink({ selection }: Editor, dispatch: Dispatch) {
  if (selection.kind === 'corner')
    dispatch({ kind: 'do', command: { kind: 'unlink_point', lot: selection.lot, point: selection.point } })
}

function goToLot(editor: Editor, dispatch: Dispatch, step: number, stage: HTMLElement) {
  const { lots } = editor.history.document
  const at = lots.findIndex((lot) => selectedLots(editor).includes(lot.id))
  const next = lots.at(at === -1 ? (step > 0 ? 0 : -1) : (at + step) % lots.length)
  if (!next) return
  dispatch({ kind: 'select', selection: { kind: 'lots', lots: [next.id] }, show: true })
  requestAnimationFrame(() =>
    stage.querySelector<SVGElement>(`[data-lot="${next.id}"]`)?.focus({ preventScroll: true }),
  )
}

/** What had the focus may be gone now (a deleted corner): the keyboard must not fall off the canvas. */
function keepFocus(stage: HTMLElement) {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) stage.focus({ preventScroll: true })
  })
}
