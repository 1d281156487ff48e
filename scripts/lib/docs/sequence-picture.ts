/**
 * Draws a sequence as an SVG for light and dark pages. Its style is in attributes, because a content policy
 * may block the style element, which only adds the dark colours.
 */
import type { Sequence, Step } from './sequences.ts'

const [width, row, top, side] = [760, 38, 74, 20]
const char_px = 6.4
const colours = {
  paper: ['#ffffff', '#1b1b1f'],
  ink: ['#1f2937', '#e5e7eb'],
  soft: ['#4b5563', '#aeb4bd'],
  line: ['#94a3b8', '#6b7280'],
  box: ['#e6f1ff', '#172c45'],
  edge: ['#096dd9', '#4aa3ff'],
  bad: ['#cf1322', '#ff7875'],
} as const
type Colour = keyof typeof colours

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[one] ?? '&quot;')
const filled = (colour: Colour): string => `class="f-${colour}" fill="${colours[colour][0]}"`
const drawn = (colour: Colour): string => `class="s-${colour}" stroke="${colours[colour][0]}" fill="none"`

/** The style of text that stays readable where it crosses a line. */
const haloed = (colour: Colour): string =>
  `class="f-${colour} s-paper" fill="${colours[colour][0]}" stroke="${colours.paper[0]}" ` +
  'stroke-width="4" paint-order="stroke"'

const text = (look: string, x: number, y: number, label: string): string =>
  `<text ${look} x="${x}" y="${y}" text-anchor="middle">${escaped(label)}</text>`

/** A step as a line of a list. */
export const stepText = ({ who }: Sequence, { from, to, label, kind }: Step): string =>
  kind === 'note' ? `**${who[from]}**: ${label}` : `**${who[from]} → ${who[to]}**: ${label}`

export function sequencePicture(sequence: Sequence): string {
  const { title, who, steps } = sequence
  const height = top + steps.length * row + 30
  const gap = (width - 2 * side - 150) / (who.length - 1)
  const at = (place: number): number => side + 75 + place * gap
  const described = steps.map((step) => stepText(sequence, step).replaceAll('**', '')).join('. ')
  const style = (Object.keys(colours) as Colour[])
    .map((one) => `.f-${one}{fill:${colours[one][1]}}.s-${one}{stroke:${colours[one][1]}}`)
    .join('')
  const parts = [
    `<rect ${filled('paper')} width="${width}" height="${height}"/>`,
    ...who.flatMap((name, place) => [
      `<path ${drawn('line')} stroke-dasharray="3 4" d="M${at(place)} 56V${height - 14}"/>`,
      `<rect ${filled('box')} x="${at(place) - 75}" y="18" width="150" height="38" rx="6"/>`,
      text(`${filled('ink')} font-weight="600"`, at(place), 42, name),
    ]),
    ...steps.map((step, index) => stepPicture(step, top + index * row, at)),
  ]
  return [
    '<svg xmlns="http://www.w3.org/2000/svg"',
    ` viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`,
    ` role="img" aria-labelledby="t d" font-family="system-ui, sans-serif" font-size="12.5">`,
    `<title id="t">${escaped(title)}</title><desc id="d">${escaped(described)}.</desc>`,
    `<style>@media (prefers-color-scheme: dark){${style}}</style>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}

function stepPicture({ from, to, label, kind }: Step, y: number, at: (place: number) => number): string {
  const needed = label.length * char_px + 16
  if (kind === 'note') {
    const left = Math.max(8, Math.min(at(from) - needed / 2, width - 8 - needed))
    return [
      `<rect ${filled('paper')} x="${left}" y="${y - 2}" width="${needed}" height="24"/>`,
      `<rect ${drawn('line')} x="${left}" y="${y - 2}" width="${needed}" height="24" rx="4"/>`,
      text(filled('soft'), left + needed / 2, y + 14, label),
    ].join('\n')
  }
  const [colour, words]: [Colour, Colour] = kind === 'lost' ? ['bad', 'bad'] : ['edge', 'ink']
  const [begin, way] = [at(from), Math.sign(to - from)]
  const end = at(to) - way * 3
  const [tip, back] = [y + 20, end - way * 7]
  const middle = Math.max(8 + needed / 2, Math.min((begin + end) / 2, width - 8 - needed / 2))
  const dash = kind === undefined ? '' : ' stroke-dasharray="5 4"'
  return [
    text(haloed(words), middle, y + 13, label),
    `<path ${drawn(colour)} stroke-width="1.5"${dash} d="M${begin} ${tip}H${end}"/>`,
    `<path ${drawn(colour)} stroke-width="1.5" d="M${back} ${tip - 4}L${end} ${tip}L${back} ${tip + 4}"/>`,
  ].join('\n')
}
