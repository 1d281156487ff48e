/**
 * Draws, moves and resizes blocks by pointer. The change is previewed and applied on release. A touch drag on
 * an empty area scrolls the page; a tap there adds a block of one hour.
 */
import {
  snappedToEdge,
  snappedStart,
  drawnBlock,
  gapAt,
  movedBlock,
  replaced,
  resizedBlock,
} from '@parking/contract/schedule/schedule-edit.ts'
import type { Block, ScheduleType } from '@parking/contract/schedule/schedule-plans.ts'
import { day_seconds } from '@parking/contract/schedule/schedule-time.ts'
import { useRef, useState, type PointerEvent } from 'react'
import type { Week } from './use-week.ts'

type Drag = {
  mode: 'draw' | 'move' | 'start' | 'stop'
  /** The block being dragged; undefined while drawing. */
  block: Block | undefined
  day: number
  /** The second of the day under the pointer when it was pressed. */
  start: number
  live: Block | undefined
  /** Where the pointer was pressed, in pixels, and whether it has moved since. */
  x: number
  y: number
  dragged: boolean
}

/** A press that moves less than this, in pixels, is a click. */
const click_threshold_px = 4
const tap_s = 3600

export function useDrag({
  week,
  brush,
  vertical,
  onSelect,
}: {
  week: Week
  brush: ScheduleType
  vertical: boolean
  onSelect: (block: Block | undefined) => void
}) {
  const [drag, setDrag] = useState<Drag>()
  // Rendering may lag behind on a slow page; the release must use the pointer's last position.
  const latest = useRef<Drag>(undefined)
  const updateDrag = (next: Drag | undefined) => setDrag((latest.current = next))

  function secondAt(track: Element, event: PointerEvent): number {
    const box = track.getBoundingClientRect()
    const part = vertical ? (event.clientY - box.top) / box.height : (event.clientX - box.left) / box.width
    return Math.min(day_seconds, Math.max(0, part * day_seconds))
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (week.locked || event.button !== 0 || !(event.target instanceof Element)) return
    const track = event.target.closest('[data-day]')
    if (!track) return
    const under = event.target.closest<HTMLElement>('[data-at]')
    const block = under ? week.blocks[Number(under.dataset['at'])] : undefined
    if (under && !block) return
    const end = event.target.closest<HTMLElement>('[data-end]')?.dataset['end']
    if (!block && event.pointerType === 'touch') return
    event.currentTarget.setPointerCapture(event.pointerId)
    const mode = !block ? 'draw' : end === 'start' || end === 'stop' ? end : 'move'
    updateDrag({
      mode,
      block,
      day: Number(track.getAttribute('data-day')),
      start: secondAt(track, event),
      live: undefined,
      x: event.clientX,
      y: event.clientY,
      dragged: false,
    })
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const drag = latest.current
    if (!drag) return
    // No button is pressed any more: it was released outside the page.
    if (event.buttons === 0) return onPointerUp()
    const dragged =
      drag.dragged || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > click_threshold_px
    if (!dragged) return
    const own = event.currentTarget.querySelector(`[data-day="${drag.day}"]`)
    if (!own) return
    updateDrag({ ...drag, dragged, live: previewOf(drag, own, event) })
  }

  function previewOf(
    { mode, block, day, start }: Drag,
    own: Element,
    event: PointerEvent,
  ): Block | undefined {
    const now = secondAt(own, event)
    if (!block) return drawnBlock(week.blocks, { day, a: start, b: now, type: brush })
    if (mode === 'start' || mode === 'stop') return resized(block, mode, now)
    const under = document
      .elementsFromPoint(event.clientX, event.clientY)
      .find((element) => element.hasAttribute('data-day'))
    const to = Number(under?.getAttribute('data-day') ?? block.day)
    const from = snappedStart(week.blocks, block, block.from + now - start, to)
    return movedBlock(week.blocks, block, from, to)
  }

  function resized(block: Block, end: 'start' | 'stop', second: number): Block {
    const rest = week.blocks.filter((one) => one !== block)
    return resizedBlock(week.blocks, block, end, snappedToEdge(rest, block.day, second))
  }

  function onPointerUp() {
    const drag = latest.current
    if (!drag) return
    updateDrag(undefined)
    const { block, live } = drag
    if (live) {
      week.setBlocks(block ? replaced(week.blocks, block, live) : [...week.blocks, live])
      onSelect(live)
    } else onSelect(block)
  }

  /** Adds a block when an empty area is tapped. */
  function onClick(
    event: { target: EventTarget; nativeEvent: Event } & Pick<PointerEvent, 'clientX' | 'clientY'>,
  ) {
    if (week.locked || !(event.target instanceof Element) || event.target.closest('[data-at]')) return
    const track = event.target.closest('[data-day]')
    if (
      !track ||
      !(event.nativeEvent instanceof globalThis.PointerEvent) ||
      event.nativeEvent.pointerType !== 'touch'
    )
      return
    const day = Number(track.getAttribute('data-day'))
    const hour = Math.floor(secondAt(track, event as PointerEvent) / tap_s) * tap_s
    const gap = gapAt(week.blocks, day, hour)
    const block =
      gap &&
      drawnBlock(week.blocks, {
        day,
        a: Math.max(gap.from, hour),
        b: Math.min(gap.to, hour + tap_s),
        type: brush,
      })
    if (!block) return
    week.setBlocks([...week.blocks, block])
    onSelect(block)
  }

  const live = drag?.live
  const shown = live
    ? drag.block
      ? week.blocks.map((block) => (block === drag.block ? live : block))
      : [...week.blocks, live]
    : week.blocks
  return {
    shown,
    live,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: () => updateDrag(undefined),
      onClick,
    },
  }
}
