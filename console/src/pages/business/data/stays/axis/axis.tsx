/**
 * The time axis of a day: a canvas with a lane for each lot, of which only the visible part is drawn. It is
 * one tab stop; arrow keys go from stay to stay, which screen readers announce as grid cells. Long because
 * pointer, keys and drawing share the scroll position.
 */
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react'
import { useWords } from '#src/core/words.ts'
import { useSize } from '#src/lib/use-size.ts'
import { onColorsChanged, readColors, type Colors } from './axis-colors.ts'
import { drawAxis, head_px, xOf, type View } from './axis-draw.ts'
import { barAt, stayByKey, type Axis, type Bar } from './axis-model.ts'
import { stayText } from './stay-text.ts'
import styles from './axis.module.css'

type Props = {
  axis: Axis
  /** How many times wider than the visible part the day is. */
  zoom: number
  chosen: number | undefined
  onChoose: (stay: number | undefined) => void
  onHover: (stay: number | undefined) => void
  /** Called on Enter or a double click. */
  onOpen: (stay: number) => void
  /** -1 and 1: the day before and after; 'in' and 'out': zoom; 'search': focus the search field. */
  onKey: (what: -1 | 1 | 'in' | 'out' | 'search') => void
}

const phone_px = 560

export function TimeAxis({ axis, zoom, chosen, onChoose, onHover, onOpen, onKey }: Props) {
  const words = useWords('stays')
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const size = useSize(box)
  const narrow = size.width < phone_px
  const label_px = narrow ? 68 : 104
  const lane_px = narrow ? 36 : 28
  const day_px = Math.max(1, (size.width - label_px) * zoom)
  const [hover, setHover] = useState<number>()
  const colors = useRef<Colors>(undefined)

  const viewNow = useEffectEvent((): View => {
    const element = box.current
    return {
      width: size.width,
      height: size.height,
      scroll_left: element?.scrollLeft ?? 0,
      scroll_top: element?.scrollTop ?? 0,
      day_px,
      label_px,
      lane_px,
      hover,
      chosen,
    }
  })
  const draw = useEffectEvent(() => {
    const [element, target] = [box.current, canvas.current?.getContext('2d')]
    if (!element || !target || size.width === 0) return
    colors.current ??= readColors(element)
    const scale = Math.min(2, devicePixelRatio)
    target.setTransform(scale, 0, 0, scale, 0, 0)
    drawAxis(target, axis, viewNow(), colors.current, { ...words.bands, no_plate: words.no_plate })
  })
  const frame = useRef(0)
  const drawSoon = useEffectEvent(() => {
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() => draw())
  })
  useLayoutEffect(() => {
    const element = canvas.current
    const scale = Math.min(2, devicePixelRatio)
    if (!element || size.width === 0) return
    element.width = size.width * scale
    element.height = size.height * scale
    draw()
  }, [size.width, size.height])
  useLayoutEffect(() => draw(), [axis, chosen, hover, zoom, words, narrow])
  useEffect(
    () =>
      onColorsChanged(() => {
        colors.current = undefined
        drawSoon()
      }),
    [],
  )
  useEffect(() => {
    const element = box.current
    const scrolled = () => drawSoon()
    element?.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      element?.removeEventListener('scroll', scrolled)
      cancelAnimationFrame(frame.current)
    }
  }, [])

  const begin = useEffectEvent(() => {
    const at = axis.now === undefined ? 0 : xOf(axis.now, axis.seconds, { ...viewNow(), scroll_left: 0 })
    box.current?.scrollTo({ left: Math.max(0, at - size.width * 0.7) })
  })
  // A new zoom or size keeps the middle of the visible part in place; the first layout scrolls to the
  // present.
  const centre = useRef<number>(undefined)
  useLayoutEffect(() => {
    const element = box.current
    if (!element || size.width === 0) return
    if (centre.current === undefined) begin()
    else element.scrollLeft = centre.current * day_px - (size.width - label_px) / 2
    draw()
  }, [day_px, size.width, label_px])

  const reveal = useEffectEvent((stay: number | undefined) => {
    const [element, bar] = [box.current, stay === undefined ? undefined : axis.bar.get(stay)]
    if (!element || !bar) return
    const view = viewNow()
    const top = bar.lane * lane_px
    if (top < view.scroll_top) element.scrollTop = top
    const bottom = top + lane_px + head_px
    if (bottom > view.scroll_top + size.height) element.scrollTop = bottom - size.height
    const [x, right] = [xOf(bar.from, axis.seconds, view), xOf(bar.to, axis.seconds, view)]
    if (x < label_px || Math.min(right, x + 80) > size.width)
      element.scrollLeft += Math.min(x, Math.max(right, x) - 80) - label_px - (size.width - label_px) / 3
  })
  useEffect(() => reveal(chosen), [chosen, axis, size.width])

  function barUnder(event: PointerEvent | MouseEvent): Bar | undefined {
    const at = box.current?.getBoundingClientRect()
    if (!at) return undefined
    const view = viewFor(box.current)
    const [x, y] = [event.clientX - at.left, event.clientY - at.top]
    if (x < label_px || y < head_px) return undefined
    const lane = axis.lanes[Math.floor((y - head_px + view.top) / lane_px)]
    const per_px = axis.seconds / day_px
    const row = Math.floor((((y - head_px + view.top) % lane_px) / lane_px) * (lane?.rows ?? 1))
    return barAt(lane, (x - label_px + view.left) * per_px, row, per_px * 4)
  }
  function move(event: PointerEvent) {
    if (event.pointerType === 'touch') return
    const bar = barUnder(event)
    if (bar?.stay === hover) return
    setHover(bar?.stay)
    if (box.current) box.current.style.cursor = bar ? 'pointer' : ''
    onHover(bar?.stay)
  }
  function leave() {
    if (hover === undefined) return
    setHover(undefined)
    onHover(undefined)
  }
  function press(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const what = ({ PageUp: -1, PageDown: 1, '+': 'in', '=': 'in', '-': 'out', '/': 'search' } as const)[
      event.key as '/'
    ]
    const next = what === undefined ? stayByKey(axis, chosen, event.key) : undefined
    const enters = event.key === 'Enter' && chosen !== undefined && axis.bar.has(chosen)
    if (what === undefined && next === undefined && !enters && !event.key.startsWith('Arrow')) return
    event.preventDefault()
    if (what !== undefined) onKey(what)
    else if (enters) onOpen(chosen)
    else if (next !== undefined) onChoose(next)
  }
  function onScroll() {
    const element = box.current
    if (element) centre.current = (element.scrollLeft + (size.width - label_px) / 2) / day_px
  }

  const bar = chosen === undefined ? undefined : axis.bar.get(chosen)
  const lane = axis.lanes[bar?.lane ?? 0]
  return (
    <div
      ref={box}
      className={styles.box}
      role="grid"
      tabIndex={0}
      aria-label={words.grid(axis.lanes.length, axis.bar.size)}
      aria-describedby={`${id}-keys`}
      aria-activedescendant={bar ? `${id}-${bar.stay}` : undefined}
      aria-rowcount={axis.lanes.length}
      data-own-keys=""
      onKeyDown={press}
      onPointerMove={move}
      onPointerLeave={leave}
      onScroll={onScroll}
      onClick={(event) => {
        const under = barUnder(event)
        onChoose(under?.stay)
      }}
      onDoubleClick={(event) => {
        const under = barUnder(event)
        if (under) onOpen(under.stay)
      }}
    >
      <div
        className="relative"
        style={{ width: label_px + day_px, height: head_px + axis.lanes.length * lane_px }}
      >
        <canvas ref={canvas} className={styles.canvas} style={size} aria-hidden="true" />
      </div>
      {/* The lot of the chosen stay as cells, because a screen reader cannot read the canvas. */}
      {lane && (
        <div role="row" className="visually-hidden" aria-rowindex={(bar?.lane ?? 0) + 1}>
          <span role="rowheader">{lane.lot.lot_no}</span>
          {shownCells(lane.bars, bar).map((one) => (
            <span key={one.stay} id={`${id}-${one.stay}`} role="gridcell" aria-selected={one.stay === chosen}>
              {stayText(one, words)}
            </span>
          ))}
        </div>
      )}
      <span id={`${id}-keys`} hidden>
        {words.keys}
      </span>
    </div>
  )
}

const viewFor = (element: HTMLElement | null) => ({
  left: element?.scrollLeft ?? 0,
  top: element?.scrollTop ?? 0,
})

const max_cells = 21
/** The chosen stay and its neighbours only: a lot for motorcycles may have a thousand stays. */
function shownCells(bars: Axis['lanes'][number]['bars'], bar: Bar | undefined): readonly Bar[] {
  const at = bar ? bars.indexOf(bar) : 0
  const from = Math.max(0, Math.min(at - Math.floor(max_cells / 2), bars.length - max_cells))
  return bars.slice(from, from + max_cells)
}
