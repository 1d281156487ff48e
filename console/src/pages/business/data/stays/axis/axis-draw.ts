/**
 * Draws the visible part of the axis. Every state has a shape in addition to its colour. Long because it
 * draws every shape.
 */
import { markBit } from '@parking/contract/stays/stay-marks.ts'
import { clockText, rulerStep, type Axis, type Bar, type Lane } from './axis-model.ts'
import type { Colors } from './axis-colors.ts'
import { fittedText } from './fitted-text.ts'

export type View = {
  /** Size of the canvas in CSS pixels. */
  width: number
  height: number
  scroll_left: number
  scroll_top: number
  /** Width of the whole day. */
  day_px: number
  label_px: number
  lane_px: number
  hover: number | undefined
  chosen: number | undefined
}
export type AxisWords = { charge: string; free: string; violation: string; no_plate: string }

export const ruler_px = 26
export const plan_px = 20
export const head_px = ruler_px + plan_px

const bit = {
  entry_missing: markBit('entry_missing'),
  exit_missing: markBit('exit_missing'),
  doubtful: markBit('doubtful'),
  touched: markBit('corrected') | markBit('typed') | markBit('withdrawn'),
  cut: markBit('cut'),
}

export function drawAxis(
  ctx: CanvasRenderingContext2D,
  axis: Axis,
  view: View,
  colors: Colors,
  words: AxisWords,
): void {
  const { width, height, scroll_top, label_px, lane_px } = view
  ctx.fillStyle = colors.ground
  ctx.fillRect(0, 0, width, height)
  const first = Math.max(0, Math.floor(scroll_top / lane_px))
  const last = Math.min(axis.lanes.length, Math.ceil((scroll_top + height - head_px) / lane_px))
  const y = (lane: number) => head_px + lane * lane_px - scroll_top
  clip(ctx, [label_px, head_px, width - label_px, height - head_px], () => {
    drawBands(ctx, axis, view, colors, Math.min(height, y(axis.lanes.length)))
    drawRuler(ctx, axis, view, colors, false)
    for (let at = first; at < last; at++) {
      ctx.fillStyle = colors.line
      ctx.fillRect(label_px, Math.round(y(at + 1)) - 1, width - label_px, 1)
    }
    for (let at = first; at < last; at++) drawGaps(ctx, axis, axis.lanes[at]!, y(at), view, colors)
    for (let at = first; at < last; at++) drawLane(ctx, axis, axis.lanes[at]!, y(at), view, colors)
    drawNow(ctx, axis, view, colors)
  })
  drawHead(ctx, axis, view, colors, words)
  clip(ctx, [0, head_px, label_px, height - head_px], () => {
    ctx.fillStyle = colors.lane
    ctx.fillRect(0, head_px, label_px, height)
    for (let at = first; at < last; at++) drawLabel(ctx, axis, at, y(at), view, colors)
  })
  ctx.fillStyle = colors.line
  ctx.fillRect(label_px - 1, 0, 1, height)
}

function clip(ctx: CanvasRenderingContext2D, box: [number, number, number, number], draw: () => void): void {
  ctx.save()
  ctx.beginPath()
  ctx.rect(...box)
  ctx.clip()
  draw()
  ctx.restore()
}

/** The x coordinate on the canvas of a second of the day. */
export const xOf = (
  second: number,
  seconds: number,
  view: Pick<View, 'label_px' | 'day_px' | 'scroll_left'>,
) => view.label_px + (second / seconds) * view.day_px - view.scroll_left

function drawBands(
  ctx: CanvasRenderingContext2D,
  axis: Axis,
  view: View,
  colors: Colors,
  bottom: number,
): void {
  for (const { from, to: end, kind } of axis.bands) {
    if (kind === 'charge') continue
    const [x, right] = [xOf(from, axis.seconds, view), xOf(end, axis.seconds, view)]
    ctx.fillStyle = colors[kind]
    ctx.globalAlpha = 0.1
    ctx.fillRect(x, head_px, right - x, bottom - head_px)
    ctx.globalAlpha = 0.6
    ctx.fillRect(Math.round(x), head_px, 1, bottom - head_px)
    ctx.fillRect(Math.round(right) - 1, head_px, 1, bottom - head_px)
    ctx.globalAlpha = 1
  }
}

function drawRuler(
  ctx: CanvasRenderingContext2D,
  axis: Axis,
  view: View,
  colors: Colors,
  texts: boolean,
): void {
  const step = rulerStep(axis.seconds / view.day_px)
  ctx.font = `11px ${colors.font}`
  ctx.textBaseline = 'middle'
  ctx.textAlign = 'center'
  for (let second = 0; second <= axis.seconds; second += step) {
    const x = Math.round(xOf(second, axis.seconds, view))
    if (x < view.label_px - 40 || x > view.width + 40) continue
    ctx.fillStyle = colors.line
    ctx.fillRect(x, texts ? ruler_px - 5 : head_px, 1, texts ? 5 : view.height)
    if (!texts) continue
    ctx.fillStyle = colors.faint
    // The first and last labels are shifted to stay inside the day.
    const shift = second === 0 ? 16 : second === axis.seconds ? -16 : 0
    ctx.fillText(clockText(second), x + shift, ruler_px / 2)
  }
}

function drawHead(
  ctx: CanvasRenderingContext2D,
  axis: Axis,
  view: View,
  colors: Colors,
  words: AxisWords,
): void {
  const { width, label_px } = view
  ctx.fillStyle = colors.lane
  ctx.fillRect(0, 0, width, head_px)
  clip(ctx, [label_px, 0, width - label_px, head_px], () => {
    drawRuler(ctx, axis, view, colors, true)
    ctx.textAlign = 'left'
    ctx.font = `11px ${colors.font}`
    for (const { from, to: end, kind } of axis.bands) {
      const x = Math.max(label_px, xOf(from, axis.seconds, view))
      const right = Math.min(width, xOf(end, axis.seconds, view))
      if (right <= x) continue
      ctx.fillStyle = kind === 'charge' ? colors.line : colors[kind]
      ctx.fillRect(x, head_px - 4, right - x - 1, 3)
      ctx.fillStyle = kind === 'charge' ? colors.faint : colors[kind]
      if (right - x > ctx.measureText(words[kind]).width + 8) ctx.fillText(words[kind], x + 4, ruler_px + 7)
    }
    for (const { from, kind, step_ms } of axis.gaps) {
      if (kind !== 'clock_step') continue
      const x = xOf(from, axis.seconds, view)
      const text = `${(step_ms ?? 0) > 0 ? '+' : '−'}${Math.abs((step_ms ?? 0) / 1000)} s`
      ctx.fillStyle = colors.lane
      ctx.fillRect(x, ruler_px, ctx.measureText(text).width + 8, plan_px - 5)
      ctx.fillStyle = colors.wrong
      ctx.fillText(text, x + 4, ruler_px + 7)
    }
  })
  ctx.fillStyle = colors.line
  ctx.fillRect(0, head_px - 1, width, 1)
}

function drawGaps(
  ctx: CanvasRenderingContext2D,
  axis: Axis,
  lane: Lane,
  y: number,
  view: View,
  colors: Colors,
): void {
  for (const { from, to: end, kind, camera_sn } of axis.gaps) {
    if (camera_sn !== '' && camera_sn !== lane.lot.camera_sn) continue
    const x = xOf(from, axis.seconds, view)
    ctx.strokeStyle = kind === 'clock_step' ? colors.wrong : colors.gap
    ctx.lineWidth = 1
    if (kind === 'clock_step') {
      ctx.setLineDash([3, 3])
      line(ctx, Math.round(x) + 0.5, y, Math.round(x) + 0.5, y + view.lane_px)
      ctx.setLineDash([])
      continue
    }
    const width = Math.max(2, xOf(end, axis.seconds, view) - x)
    ctx.save()
    ctx.beginPath()
    ctx.rect(x, y, width, view.lane_px - 1)
    ctx.clip()
    ctx.globalAlpha = 0.14
    ctx.fillStyle = colors.gap
    ctx.fillRect(x, y, width, view.lane_px)
    ctx.globalAlpha = 0.55
    hatch(ctx, Math.max(x, view.label_px), y, Math.min(x + width, view.width), y + view.lane_px, 9)
    ctx.restore()
  }
}

/** Strokes that rise to the right. */
function hatch(
  ctx: CanvasRenderingContext2D,
  left: number,
  top: number,
  right: number,
  bottom: number,
  apart: number,
): void {
  const tall = bottom - top
  ctx.beginPath()
  for (let x = Math.floor((left - tall) / apart) * apart; x < right; x += apart) {
    ctx.moveTo(x, bottom)
    ctx.lineTo(x + tall, top)
  }
  ctx.stroke()
}

function line(ctx: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  ctx.beginPath()
  ctx.moveTo(x1, y1)
  ctx.lineTo(x2, y2)
  ctx.stroke()
}

function drawLane(
  ctx: CanvasRenderingContext2D,
  axis: Axis,
  lane: Lane,
  y: number,
  view: View,
  colors: Colors,
): void {
  const tall = (view.lane_px - 9) / lane.rows
  // Irregular, chosen and hovered bars are drawn last, on top, because bars may be narrower than a pixel.
  const late: Bar[] = []
  for (const bar of lane.bars) {
    if (bar.irregular !== 0 || bar.stay === view.chosen || bar.stay === view.hover) late.push(bar)
    else drawBar(ctx, axis, bar, y + 4 + bar.row * tall, tall, view, colors)
  }
  for (const bar of late) drawBar(ctx, axis, bar, y + 4 + bar.row * tall, tall, view, colors)
}

const [jag_px, min_px] = [4, 2]

function drawBar(
  ctx: CanvasRenderingContext2D,
  axis: Axis,
  bar: Bar,
  y: number,
  tall: number,
  view: View,
  colors: Colors,
): void {
  // Clipped just outside the visible area, because a path of a million pixels is slow.
  const x = Math.max(view.label_px - 8, xOf(bar.from, axis.seconds, view))
  const right = Math.min(view.width + 8, Math.max(xOf(bar.to, axis.seconds, view), x + min_px))
  if (right < view.label_px - 4 || x > view.width) return
  const wide = right - x
  const doubtful = (bar.marks & bit.doubtful) !== 0
  outline(ctx, bar, x, y, wide, tall)
  ctx.fillStyle = doubtful ? colors['doubt-soft'] : colors.bar
  ctx.fill()
  if (doubtful && wide > 3) {
    ctx.save()
    ctx.clip()
    ctx.strokeStyle = colors.doubt
    ctx.lineWidth = 1.5
    hatch(ctx, x, y, right, y + tall, 6)
    ctx.restore()
  }
  if (bar.irregular !== 0 || doubtful) {
    ctx.strokeStyle = bar.irregular === 0 ? colors.doubt : colors.wrong
    ctx.lineWidth = bar.irregular === 0 ? 1 : 2
    outline(ctx, bar, x, y, wide, tall)
    ctx.stroke()
  }
  if ((bar.marks & bit.cut) !== 0) drawCuts(ctx, axis, bar, y, tall, view, colors)
  drawText(ctx, bar, x, y, wide, tall, doubtful, view, colors)
  if (bar.stay !== view.chosen && bar.stay !== view.hover) return
  ctx.strokeStyle = bar.stay === view.chosen ? colors.focus : colors.ink
  ctx.lineWidth = bar.stay === view.chosen ? 2.5 : 1.5
  ctx.strokeRect(x - 2.5, y - 2.5, wide + 5, tall + 5)
}

/** The outline of a bar: a missing end is torn, and an open stay ends in a point to the right. */
function outline(
  ctx: CanvasRenderingContext2D,
  { marks, open }: Bar,
  x: number,
  y: number,
  wide: number,
  tall: number,
): void {
  const [right, bottom] = [x + wide, y + tall]
  const jag = Math.min(jag_px, wide / 2)
  const torn = { left: (marks & bit.entry_missing) !== 0, right: (marks & bit.exit_missing) !== 0 }
  ctx.beginPath()
  ctx.moveTo(x, y)
  ctx.lineTo(right - (open ? jag + 2 : 0), y)
  if (open) ctx.lineTo(right, y + tall / 2)
  else if (torn.right)
    for (let step = 1; step < 4; step++) ctx.lineTo(right - (step % 2 ? jag : 0), y + (tall * step) / 4)
  ctx.lineTo(right - (open ? jag + 2 : 0), bottom)
  ctx.lineTo(x, bottom)
  if (torn.left)
    for (let step = 3; step > 0; step--) ctx.lineTo(x + (step % 2 ? jag : 0), y + (tall * step) / 4)
  ctx.closePath()
}

/** A notch at each change of the time plan during the stay. */
function drawCuts(
  ctx: CanvasRenderingContext2D,
  axis: Axis,
  bar: Bar,
  y: number,
  tall: number,
  view: View,
  colors: Colors,
): void {
  ctx.fillStyle = colors.ground
  for (const { from } of axis.bands) {
    if (from <= bar.from || from >= bar.to) continue
    const x = xOf(from, axis.seconds, view)
    ctx.fillRect(x - 1, y - 1, 2, tall + 2)
  }
}

function drawText(
  ctx: CanvasRenderingContext2D,
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
  const sign = bar.irregular !== 0 ? '!' : (bar.marks & bit.touched) !== 0 ? '✎' : ''
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  ctx.font = `600 11px ${colors.font}`
  const text = room > 66 ? `${sign === '' ? '' : `${sign} `}${bar.plate}` : sign
  if (text === '') return
  if (doubtful) {
    ctx.fillStyle = colors['doubt-soft']
    ctx.fillRect(from + 3, y + 2, ctx.measureText(text).width + 4, tall - 4)
  }
  ctx.fillStyle = doubtful ? colors.ink : colors['on-bar']
  ctx.fillText(text, from + 5, y + tall / 2 + 0.5)
}

function drawNow(ctx: CanvasRenderingContext2D, axis: Axis, view: View, colors: Colors): void {
  if (axis.now === undefined) return
  const x = Math.round(xOf(axis.now, axis.seconds, view))
  ctx.fillStyle = colors.now
  ctx.fillRect(x, head_px, 2, view.height)
  ctx.beginPath()
  ctx.arc(x + 1, head_px + 2, 4, 0, 2 * Math.PI)
  ctx.fill()
}

function drawLabel(
  ctx: CanvasRenderingContext2D,
  axis: Axis,
  at: number,
  y: number,
  view: View,
  colors: Colors,
): void {
  const { lot } = axis.lanes[at]!
  const chosen = view.chosen !== undefined && axis.bar.get(view.chosen)?.lane === at
  if (chosen) {
    ctx.fillStyle = colors.focus
    ctx.fillRect(0, y, 3, view.lane_px - 1)
  }
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  ctx.font = `${chosen ? 600 : 400} 12px ${colors.font}`
  ctx.fillStyle = colors.ink
  const name = fittedText(lot.lot_no, view.label_px - 16, (text) => ctx.measureText(text).width)
  ctx.fillText(name, 10, y + view.lane_px / 2)
  ctx.fillStyle = colors.line
  const other = axis.lanes[at + 1]?.lot.camera_sn !== lot.camera_sn
  ctx.fillRect(0, Math.round(y + view.lane_px) - 1, view.label_px, other ? 2 : 1)
}
