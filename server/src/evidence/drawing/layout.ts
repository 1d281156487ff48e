/** Lays out the text block in the corner: which texts, in which lines, how large, and which did not fit. */
import { osd_align, osd_device_name } from '@parking/contract'
import { colourWord, type EventParam, type EvidenceFacts } from './facts.ts'
import type { Font } from './font.ts'
import { textWidth } from './lettering.ts'
import type { Box, Size } from './shapes.ts'

/** The setting that a text comes from; a warning about the text refers to it. */
export type TextField =
  | 'osd_datetime'
  | 'osd_device_name'
  | 'osd_address'
  | 'osd_lot_no'
  | 'osd_lot_no_all'
  | 'osd_plate_text'
  | 'osd_plate_color'

/** `x` is the left end of the baseline `y`; `size` is an em, all in pixels. `box` is the area of the text. */
export type PlannedText = {
  readonly field: TextField
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly box: Box
}

type FieldText = { field: TextField; text: string }
export type Block = { texts: PlannedText[]; cut: TextField[]; empty: TextField[] }

/**
 * The em size of the text: a 36th of the picture's height, but legible in a small picture and not too large
 * in a portrait picture.
 */
export const emOf = ({ width, height }: Size): number =>
  Math.max(11, Math.round(Math.min(height / 36, width / 40)))

/** The smallest readable text size, as a share of the em. */
const min_share = 0.6
const gap = 1.2 // ems between two texts of one line
const leading = 1.4

export function layBlock(param: EventParam, facts: EvidenceFacts, size: Size, font: Font): Block {
  const em = emOf(size)
  const margin = Math.round(em * 0.7)
  const room = size.width - 2 * margin
  const { lines, empty } = linesOf(param, facts)
  const block: Block = { texts: [], cut: [], empty }
  const right = param.osd_align === osd_align.right
  let y = margin + font.ascent * em
  for (const line of lines.flatMap((texts) => splitLine(texts, room / em, font))) {
    const fitted = fit(line, room, em, font, block)
    const width = widthOf(fitted.texts, font) * fitted.em
    let x = right ? size.width - margin - width : margin
    for (const { field, text } of fitted.texts) {
      const taken = textWidth(font, text) * fitted.em
      block.texts.push({ field, text, x, y, size: fitted.em, box: boxOf(x, y, taken, fitted.em, font) })
      x += taken + gap * fitted.em
    }
    y += em * leading
  }
  return block
}

/** The box of a text, including its dark outline. */
export const boxOf = (x: number, y: number, width: number, em: number, font: Font): Box => ({
  x: x - em * 0.08,
  y: y - font.ascent * em * 0.95,
  width: width + em * 0.16,
  height: (font.ascent * 0.95 + font.descent) * em,
})

function linesOf(param: EventParam, facts: EvidenceFacts): { lines: FieldText[][]; empty: TextField[] } {
  const name = param.osd_device_name === osd_device_name.edge_host_name ? facts.host_name : facts.camera_name
  const wanted: (FieldText & { on: boolean; line: number })[] = [
    { on: param.osd_datetime, line: 0, field: 'osd_datetime', text: facts.time_str },
    { on: param.osd_device_name !== osd_device_name.none, line: 0, field: 'osd_device_name', text: name },
    { on: param.osd_address, line: 1, field: 'osd_address', text: facts.address },
    { on: param.osd_plate_text, line: 2, field: 'osd_plate_text', text: facts.plate_number },
    {
      on: param.osd_plate_color,
      line: 2,
      field: 'osd_plate_color',
      text: colourWord(facts.plate_color, facts.script),
    },
  ]
  const asked = wanted.filter(({ on }) => on)
  return {
    lines: [0, 1, 2]
      .map((at) => asked.filter(({ line, text }) => line === at && text !== ''))
      .filter((line) => line.length > 0),
    empty: asked.filter(({ text }) => text === '').map(({ field }) => field),
  }
}

const widthOf = (texts: readonly FieldText[], font: Font): number =>
  texts.reduce((sum, { text }) => sum + textWidth(font, text), 0) + gap * Math.max(0, texts.length - 1)

/** Splits a line that is too wide: each text gets its own line. */
function splitLine(texts: readonly FieldText[], room: number, font: Font): FieldText[][] {
  return widthOf(texts, font) <= room ? [[...texts]] : texts.map((one) => [one])
}

/** Makes the letters smaller first, then truncates a text that is still too long. */
function fit(
  texts: readonly FieldText[],
  room: number,
  em: number,
  font: Font,
  block: Block,
): { texts: FieldText[]; em: number } {
  const wide = widthOf(texts, font) * em
  if (wide <= room) return { texts: [...texts], em }
  const smaller = Math.max(em * min_share, (em * room) / wide)
  if (widthOf(texts, font) * smaller <= room + 0.5) return { texts: [...texts], em: smaller }
  return {
    em: smaller,
    texts: texts.map(({ field, text }) => {
      block.cut.push(field)
      const chars = [...text]
      while (chars.length > 1 && textWidth(font, `${chars.join('')}…`) * smaller > room) chars.pop()
      return { field, text: `${chars.join('')}…` }
    }),
  }
}
