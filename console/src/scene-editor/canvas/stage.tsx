/**
 * The canvas: the picture with one SVG above it. Turns pointer, wheel and key events into editor events.
 * `--k`, the inverse of the zoom, keeps handles at a constant size, so that zooming renders nothing.
 * Long because pointer, wheel, touch and keys share the gesture state.
 */
import { memo, useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useWords } from '#src/core/words.ts'
import { CornersLayer } from './corners-layer.tsx'
import { DrawingLayer } from './drawing-layer.tsx'
import { useEditorStore, useEditor } from '../state/editor-store.ts'
import { HighlightLayer } from './highlight-layer.tsx'
import { keyActionOf } from '../tools/keys.ts'
import { Loupe } from './loupe.tsx'
import { LotsLayer } from './lots-layer.tsx'
import { MovingLayer } from './moving-layer.tsx'
import { NumbersLayer } from './numbers-layer.tsx'
import type { Tones } from '../state/remarks.ts'
import { selectedLots, type Editor } from '../model/editor.ts'
import { screen, type ScreenPoint, type View } from '../model/geometry.ts'
import { Picture } from './picture.tsx'
import { useClipboard } from '../tools/use-clipboard.ts'
import { useSettledView } from './use-settled-view.ts'
import { Veil } from './veil.tsx'
import styles from './stage.module.css'

/** `several`: each press extends the selection, as Shift does; for touch, which has no Shift key. */
export const Stage = memo(function Stage({
  src,
  tones,
  several = false,
}: {
  src: string | undefined
  tones: Tones
  several?: boolean
}) {
  const store = useEditorStore()
  const words = useWords('camera').scene
  const stage = useRef<HTMLDivElement>(null)
  const [space, setSpace] = useState(false)
  const clipboard = useClipboard()
  const helpId = useId()
  const layerId = useId()

  useEffect(() => {
    const element = stage.current
    if (!element) return
    const measure = () =>
      store.dispatch({ kind: 'stage', stage: { width: element.clientWidth, height: element.clientHeight } })
    const observer = new ResizeObserver(measure)
    // React registers wheel listeners as passive, and a passive listener cannot stop the page from scrolling.
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
    if (document.activeElement !== element) element.focus({ preventScroll: true, focusVisible: false })
    store.dispatch({
      kind: 'down',
      pointer: event.pointerId,
      at: placeIn(element, event),
      input: inputOf(event),
      grip: event.button === 1 || space ? 'pan' : 'main',
      add: event.shiftKey || several,
      free: event.altKey,
    })
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const element = event.currentTarget
    // A gesture follows the pointer out of the stage. A click that never moves is cheaper without capture.
    if (store.get().gesture.kind !== 'idle' && !element.hasPointerCapture(event.pointerId))
      element.setPointerCapture(event.pointerId)
    store.dispatch({
      kind: 'move',
      pointer: event.pointerId,
      at: placeIn(element, event),
      input: inputOf(event),
      free: event.altKey,
    })
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const { hover, tool } = store.get()
    const control = event.ctrlKey || event.metaKey
    const drawing = tool.kind !== 'select'
    if (event.key === ' ' && hover?.input !== 'keys') {
      event.preventDefault()
      return setSpace(true)
    }
    const act = keyActionOf(
      { key: event.key, control, shift: event.shiftKey, alt: event.altKey, at: event.timeStamp },
      'canvas',
      drawing,
    )
    if (act?.kind === 'copy' || act?.kind === 'paste') {
      event.preventDefault()
      return act.kind === 'copy' ? clipboard.copy() : clipboard.paste()
    }
    // The page itself handles page-wide shortcuts (save, undo).
    if (!act || control) return
    event.preventDefault()
    if (act.kind === 'dispatch') store.dispatch(act.event)
    else if (act.kind === 'unlink') unlink(store.get(), store.dispatch)
    else if (act.kind !== 'save')
      selectNeighbour(store.get(), store.dispatch, act.kind === 'next_lot' ? 1 : -1, event.currentTarget)
    keepFocus(event.currentTarget)
  }

  return (
    <div
      ref={stage}
      className={`slim relative clip ${styles.stage}`}
      role="application"
      aria-label={words.canvas}
      aria-describedby={helpId}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={(event) =>
        store.dispatch({
          kind: 'up',
          pointer: event.pointerId,
          at: placeIn(event.currentTarget, event),
          free: event.altKey,
        })
      }
      onPointerCancel={(event) => store.dispatch({ kind: 'cancel', pointer: event.pointerId })}
      onPointerLeave={(event) =>
        store.get().gesture.kind === 'idle' ? store.dispatch({ kind: 'leave' }) : onPointerMove(event)
      }
      // A press has focused the stage. The browser would focus the lot or the corner under the pointer.
      onMouseDown={(event) => event.preventDefault()}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      onKeyUp={(event) => event.key === ' ' && setSpace(false)}
      onBlur={() => setSpace(false)}
    >
      <p id={helpId} className="visually-hidden">
        {words.canvas_help}
      </p>
      <Picture src={src} />
      <Drawn id={layerId} tones={tones} />
      <svg className={`${styles.over} untouchable ${styles.above}`} width="100%" height="100%">
        <rect className={styles.extent} width="100%" height="100%" />
        <MovingLayer id={movingOf(layerId)} tones={tones} />
        <CornersLayer />
        <DrawingLayer />
      </svg>
      <Veil space={space} />
      <Loupe src={src} layers={[layerId, highlightOf(layerId), movingOf(layerId)]} />
    </div>
  )
})

/**
 * Everything drawn relative to the picture; the few corners and the lot being drawn have an exact layer
 * above. An SVG is one pixel with visible overflow: at the size of the stage, each lot would be laid out
 * again on a resize. Each has a position, so that the browser paints it alone.
 */
function Drawn({ id, tones }: { id: string; tones: Tones }) {
  const { settled, transform } = useSettledView()
  return (
    <div className={styles.over} style={{ transform }}>
      <svg className={styles.lines} width="1" height="1">
        <AreasLayer view={settled} />
        <LotsLayer id={id} tones={tones} view={settled} />
      </svg>
      <svg className={styles.lines} width="1" height="1">
        <HighlightLayer id={highlightOf(id)} tones={tones} view={settled} />
      </svg>
      <NumbersLayer view={settled} />
    </div>
  )
}

const highlightOf = (layer: string): string => `${layer}-highlight`
const movingOf = (layer: string): string => `${layer}-moving`
const inputOf = (event: PointerEvent) => (event.pointerType === 'touch' ? 'touch' : 'mouse')

function placeIn(element: Element, event: { clientX: number; clientY: number }): ScreenPoint {
  const box = element.getBoundingClientRect()
  return screen(event.clientX - box.left, event.clientY - box.top)
}

type Dispatch = ReturnType<typeof useEditorStore>['dispatch']

/** Separates the selected corner from the lots that share it. */
function unlink({ selection }: Editor, dispatch: Dispatch) {
  if (selection.kind === 'corner')
    dispatch({ kind: 'do', command: { kind: 'unlink_point', lot: selection.lot, point: selection.point } })
}

function selectNeighbour(editor: Editor, dispatch: Dispatch, step: number, stage: HTMLElement) {
  const { lots } = editor.history.document
  const at = lots.findIndex((lot) => selectedLots(editor).includes(lot.id))
  const next = lots.at(at === -1 ? (step > 0 ? 0 : -1) : (at + step) % lots.length)
  if (!next) return
  dispatch({ kind: 'select', selection: { kind: 'lots', lots: [next.id] }, show: true })
  requestAnimationFrame(() =>
    stage.querySelector<SVGElement>(`[data-lot="${next.id}"]`)?.focus({ preventScroll: true }),
  )
}

/** The focused element may be gone (a deleted corner), but focus must stay on the canvas. */
function keepFocus(stage: HTMLElement) {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) stage.focus({ preventScroll: true })
  })
}

type Outline = readonly (readonly [number, number])[]

/** Draws the scene's own outlines below its lots: the focus area and the fixed marks. */
const AreasLayer = memo(function AreasLayer({ view }: { view: View }) {
  const { focus, feature } = useEditor((editor) => editor.history.document.kept)
  const size = useEditor((editor) => editor.size)
  if (!focus && (feature ?? []).length === 0) return null
  const points = (outline: Outline) =>
    outline.map(([x, y]) => `${(x * size.width).toFixed(1)},${(y * size.height).toFixed(1)}`).join(' ')
  return (
    <g transform={`matrix(${view.scale} 0 0 ${view.scale} ${view.x} ${view.y})`} aria-hidden="true">
      {(feature ?? []).map((mark, i) => (
        <polygon key={i} className={styles.mark} points={points(mark)} />
      ))}
      {focus && <polygon className={styles.halo} points={points(focus)} />}
      {focus && <polygon className={styles.focus} points={points(focus)} />}
    </g>
  )
})
