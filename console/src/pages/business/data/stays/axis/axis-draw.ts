/**
 * Draws the part of the axis that is on the screen. Every state has a shape beside its colour. Long because
 * it has every shape.
 */
import { markBit } from '@parking/contract/stays/stay-marks.ts'
import { clockText, rulerStep, type Axis, type Bar, type Lane } from './axis-model.ts'
import type { Colors } from './axis-colors.ts'

export type View = {
  /** Of the canvas, in CSS pixels. */ width: number
  height: number
  scroll_left: number
  scroll_top: number
  /** Of the whole day. */ day_px: number
  label_px: number
  lane_px: number
  hover: number | undefined
  chosen: number | undefined
  focused: boolean
}
export type AxisWords = { charge: string; free: string; violation: string; no_plate: string }

export const ruler_px = 26
export const plan_px = 20
export const head_px = ruler_px + plan_px

const bit = {
  entry_missing: markBit('entry_missing'),
  exit_missing: markBit('exit_missing'),
  doubtful: markBit('doubtful'),
  corrected: markBit('corrected'),
  cut: markBit('cut'),
}

export function drawAxis(
  to: CanvasRenderingContext2D,
  axis: Axis,
  view: View,
  colors: Colors,
  words: AxisWords,
): void {
  const { width, height, scroll_top, label_px, lane_px } = view
  to.fillStyle = colors.ground
  to.fillRect(0, 0, width, height)
  const first = Math.max(0, Math.floor(scroll_top / lane_px))
  const last = Math.min(axis.lanes.length, Math.ceil((scroll_top + height - head_px) / lane_px))
  const y = (lane: number) => head_px + lane * lane_px - scroll_top
  clip(to, [label_px, head_px, width - label_px, height - head_px], () => {
    drawBands(to, axis, view, colors, Math.min(height, y(axis.lanes.length)))
    drawRuler(to, axis, view, colors, false)
    for (let at = first; at < last; at++) {
      to.fillStyle = colors.line
      to.fillRect(label_px, Math.round(y(at + 1)) - 1, width - label_px, 1)
    }
    for (let at = first; at < last; at++) drawGaps(to, axis, axis.lanes[at]!, y(at), view, colors)
    for (let at = first; at < last; at++) drawLane(to, axis, axis.lanes[at]!, y(at), view, colors)
    drawNow(to, axis, view, colors)
  })
  drawHead(to, axis, view, colors, words)
  clip(to, [0, head_px, label_px, height - head_px], () => {
    to.fillStyle = colors.lane
    to.fillRect(0, head_px, label_px, height)
    for (let at = first; at < last; at++) drawLabel(to, axis, at, y(at), view, colors)
  })
  to.fillStyle = colors.line
  to.fillRect(label_px - 1, 0, 1, height)
}

function clip(to: CanvasRenderingContext2D, box: [number, number, number, number], draw: () => void): void {
  to.save()
  to.beginPath()
  to.rect(...box)
  to.clip()
  draw()
  to.restore()
}

/** Where a second of the day is on the canvas. */
export const xOf = (
  second: number,
  seconds: number,
  view: Pick<View, 'label_px' | 'day_px' | 'scroll_left'>,
) => view.label_px + (second / seconds) * view.day_px - view.scroll_left

function drawBands(
  to: CanvasRenderingContext2D,
  axis: Axis,
  view: View,
  colors: Colors,
  bottom: number,
): void {
  for (const { from, to: end, kind } of axis.bands) {
    if (kind === 'charge') continue
    const [x, right] = [xOf(from, axis.seconds, view), xOf(end, axis.seconds, view)]
    to.fillStyle = colors[kind]
    to.globalAlpha = 0.1
    to.fillRect(x, head_px, right - x, bottom - head_px)
    to.globalAlpha = 0.6
    to.fillRect(Math.round(x), head_px, 1, bottom - head_px)
    to.fillRect(Math.round(right) - 1, head_px, 1, bottom - head_px)
    to.globalAlpha = 1
  }
}

function drawRuler(
  to: CanvasRenderingContext2D,
  axis: Axis,
  view: View,
  colors: Colors,
  texts: boolean,
): void {
  const step = rulerStep(axis.seconds / view.day_px)
  to.font = `11px ${colors.font}`
  to.textBaseline = 'middle'
  to.textAlign = 'center'
  for (let second = 0; second <= axis.seconds; second += step) {
    const x = Math.round(xOf(second, axis.seconds, view))
    if (x < view.label_px - 40 || x > view.width + 40) continue
    to.fillStyle = colors.line
    to.fillRect(x, texts ? ruler_px - 5 : head_px, 1, texts ? 5 : view.height)
    if (!texts) continue
    to.fillStyle = colors.faint
    // The first and the last label stand inside the day.
    const shift = second === 0 ? 16 : second === axis.seconds ? -16 : 0
    to.fillText(clockText(second), x + shift, ruler_px / 2)
  }
}

function drawHead(
  to: CanvasRenderingContext2D,
  axis: Axis,
  view: View,
  colors: Colors,
  words: AxisWords,
): void {
  const { width, label_px } = view
  to.fillStyle = colors.lane
  to.fillRect(0, 0, width, head_px)
  clip(to, [label_px, 0, width - label_px, head_px], () => {
    drawRuler(to, axis, view, colors, true)
    to.textAlign = 'left'
    to.font = `11px ${colors.font}`
    for (const { from, to: end, kind } of axis.bands) {
      const x = Math.max(label_px, xOf(from, axis.seconds, view))
      const right = Math.min(width, xOf(end, axis.seconds, view))
      if (right <= x) continue
      to.fillStyle = kind === 'charge' ? colors.line : colors[kind]
      to.fillRect(x, head_px - 4, right - x - 1, 3)
      to.fillStyle = kind === 'charge' ? colors.faint : colors[kind]
      if (right - x > to.measureText(words[kind]).width + 8) to.fillText(words[kind], x + 4, ruler_px + 7)
    }
    for (const { from, kind, step_ms } of axis.gaps) {
      if (kind !== 'clock_step') continue
      const x = xOf(from, axis.seconds, view)
      const text = `${(step_ms ?? 0) > 0 ? '+' : '−'}${Math.abs((step_ms ?? 0) / 1000)} s`
      to.fillStyle = colors.lane
      to.fillRect(x, ruler_px, to.measureText(text).width + 8, plan_px - 5)
      to.fillStyle = colors.wrong
      to.fillText(text, x + 4, ruler_px + 7)
    }
  })
  to.fillStyle = colors.line
  to.fillRect(0, head_px - 1, width, 1)
}

function drawGaps(
  to: CanvasRenderingContext2D,
  axis: Axis,
  lane: Lane,
  y: number,
  view: View,
  colors: Colors,
): void {
  for (const { from, to: end, kind, camera_sn } of axis.gaps) {
    if (camera_sn !== '' && camera_sn !== lane.lot.camera_sn) continue
    const x = xOf(from, axis.seconds, view)
    to.strokeStyle = kind === 'clock_step' ? colors.wrong : colors.gap
    to.lineWidth = 1
    if (kind === 'clock_step') {
      to.setLineDash([3, 3])
      line(to, Math.round(x) + 0.5, y, Math.round(x) + 0.5, y + view.lane_px)
      to.setLineDash([])
      continue
    }
    const width = Math.max(2, xOf(end, axis.seconds, view) - x)
    to.save()
    to.beginPath()
    to.rect(x, y, width, view.lane_px - 1)
    to.clip()
    to.globalAlpha = 0.14
    to.fillStyle = colors.gap
    to.fillRect(x, y, width, view.lane_px)
    to.globalAlpha = 0.55
    hatch(to, Math.max(x, view.label_px), y, Math.min(x + width, view.width), y + view.lane_px, 9)
    to.restore()
  }
}

/** Strokes that rise to the right. */
function hatch(
  to: CanvasRenderingContext2D,
  left: number,
  top: number,
  right: number,
  bottom: number,
  apart: number,
): void {
  const tall = bottom - top
  to.beginPath()
  for (let x = Math.floor((left - tall) / apart) * apart; x < right; x += apart) {
    to.moveTo(x, bottom)
    to.lineTo(x + tall, top)
  }
  to.stroke()
}

function line(to: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  to.beginPath()
  to.moveTo(x1, y1)
  to.lineTo(x2, y2)
  to.stroke()
}

function drawLane(
  to: CanvasRenderingContext2D,
  axis: Axis,
  lane: Lane,
  y: number,
  view: View,
  colors: Colors,
): void {
  const tall = (view.lane_px - 9) / lane.rows
  // Where bars are narrower than a pixel, the one that needs a user is on top.
  const late: Bar[] = []
  for (const bar of lane.bars) {
    if (bar.irregular !== 0 || bar.stay === view.chosen || bar.stay === view.hover) late.push(bar)
    else drawBar(to, axis, bar, y + 4 + bar.row * tall, tall, view, colors)
  }
  for (const bar of late) drawBar(to, axis, bar, y + 4 + bar.row * tall, tall, view, colors)
}

const [jag_px, min_px] = [4, 2]

function drawBar(
  to: CanvasRenderingContext2D,
  axis: Axis,
  bar: Bar,
  y: number,
  tall: number,
  view: View,
  colors: Colors,
): void {
  // Beyond the edges nothing is seen, and a path of a million pixels is slow.
  const x = Math.max(view.label_px - 8, xOf(bar.from, axis.seconds, view))
  const right = Math.min(view.width + 8, Math.max(xOf(bar.to, axis.seconds, view), x + min_px))
  if (right < view.label_px - 4 || x > view.width) return
  const wide = right - x
  const doubtful = (bar.marks & bit.doubtful) !== 0
  outline(to, bar, x, y, wide, tall)
  to.fillStyle = doubtful ? colors['doubt-soft'] : colors.bar
  to.fill()
  if (doubtful && wide > 3) {
    to.save()
    to.clip()
    to.strokeStyle = colors.doubt
    to.lineWidth = 1.5
    hatch(to, x, y, right, y + tall, 6)
    to.restore()
  }
  if (bar.irregular !== 0 || doubtful) {
    to.strokeStyle = bar.irregular === 0 ? colors.doubt : colors.wrong
    to.lineWidth = bar.irregular === 0 ? 1 : 2
    outline(to, bar, x, y, wide, tall)
    to.stroke()
  }
  if ((bar.marks & bit.cut) !== 0) drawCuts(to, axis, bar, y, tall, view, colors)
  drawText(to, bar, x, y, wide, tall, doubtful, view, colors)
  if (bar.stay !== view.chosen && bar.stay !== view.hover) return
  to.strokeStyle = bar.stay === view.chosen ? colors.focus : colors.ink
  to.lineWidth = bar.stay === view.chosen ? 2.5 : 1.5
  to.strokeRect(x - 2.5, y - 2.5, wide + 5, tall + 5)
}

/** A missing end is torn; an open stay points to where it goes on. */
function outline(
  to: CanvasRenderingContext2D,
  { marks, open }: Bar,
  x: number,
  y: number,
  wide: number,
  tall: number,
): void {
  const [right, bottom] = [x + wide, y + tall]
  const jag = Math.min(jag_px, wide / 2)
  const torn = { left: (marks & bit.entry_missing) !== 0, right: (marks & bit.exit_missing) !== 0 }
  to.beginPath()
  to.moveTo(x, y)
  to.lineTo(right - (open ? jag + 2 : 0), y)
  if (open) to.lineTo(right, y + tall / 2)
  else if (torn.right)
    for (let step = 1; step < 4; step++) to.lineTo(right - (step % 2 ? jag : 0), y + (tall * step) / 4)
  to.lineTo(right - (open ? jag + 2 : 0), bottom)
  to.lineTo(x, bottom)
  if (torn.left)
    for (let step = 3; step > 0; step--) to.lineTo(x + (step % 2 ? jag : 0), y + (tall * step) / 4)
  to.closePath()
}

/** A notch where the plan changed while the vehicle stood there. */
function drawCuts(
  to: CanvasRenderingContext2D,
  axis: Axis,
  bar: Bar,
  y: number,
  tall: number,
  view: View,
  colors: Colors,
): void {
  to.fillStyle = colors.ground
  for (const { from } of axis.bands) {
    if (from <= bar.from || from >= bar.to) continue
    const x = xOf(from, axis.seconds, view)
    to.fillRect(x - 1, y - 1, 2, tall + 2)
  }
}

function drawText(
  to: CanvasRenderingContext2D,
  bar: Bar,
  x: number,
  y: number,
  wide: number,
  tall: number,
  doubtful: boolean,
  view: View,
  colors: Colors,
): void {
  const from = Math.max(x, view.label_px)
  const room = Math.min(x + wide, view.width) - from
  if (room < 15 || tall < 11) return
  const sign = bar.irregular !== 0 ? '!' : (bar.marks & bit.corrected) !== 0 ? '✎' : ''
  to.textAlign = 'left'
  to.textBaseline = 'middle'
  to.font = `600 11px ${colors.font}`
  const text = room > 66 ? `${sign === '' ? '' : `${sign} `}${bar.plate}` : sign
  if (text === '') return
  if (doubtful) {
    to.fillStyle = colors['doubt-soft']
    to.fillRect(from + 3, y + 2, to.measureText(text).width + 4, tall - 4)
  }
  to.fillStyle = doubtful ? colors.ink : colors['on-bar']
  to.fillText(text, from + 5, y + tall / 2 + 0.5)
}

function drawNow(to: CanvasRenderingContext2D, axis: Axis, view: View, colors: Colors): void {
  if (axis.now === undefined) return
  const x = Math.round(xOf(axis.now, axis.seconds, view))
  to.fillStyle = colors.now
  to.fillRect(x, head_px, 2, view.height)
  to.beginPath()
  to.arc(x + 1, head_px + 2, 4, 0, 2 * Math.PI)
  to.fill()
}

function drawLabel(
  to: CanvasRenderingContext2D,
  axis: Axis,
  at: number,
  y: number,
  view: View,
  colors: Colors,
): void {
  const { lot } = axis.lanes[at]!
  const chosen = view.chosen !== undefined && axis.bar.get(view.chosen)?.lane === at
  if (chosen) {
    to.fillStyle = colors.focus
    to.fillRect(0, y, 3, view.lane_px - 1)
  }
  to.textAlign = 'left'
  to.textBaseline = 'middle'
  to.font = `${chosen ? 600 : 400} 12px ${colors.font}`
  to.fillStyle = colors.ink
  to.fillText(lot.lot_no, 10, y + view.lane_px / 2, view.label_px - 16)
  to.fillStyle = colors.line
  const other = axis.lanes[at + 1]?.lot.camera_sn !== lot.camera_sn
  to.fillRect(0, Math.round(y + view.lane_px) - 1, view.label_px, other ? 2 : 1)
}
