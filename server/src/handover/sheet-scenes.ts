/**
 * Renders each scene of the handover sheet: the picture on which its lots were drawn, with the lots over it.
 */
import type { Scene } from '../camera/scene.store.ts'
import type { SheetFacts } from './sheet-facts.ts'
import { escaped } from '#src/core/text/escape-html.ts'
import type { Words } from './sheet-words.ts'

export const sceneFigures = ({ scenes, pictures }: SheetFacts, words: Words): string[] => [
  `<h2><span>7</span>${escaped(words.scenes)}</h2>`,
  ...(scenes.length === 0 ? [`<p>${escaped(words.gaps.no_lots)}</p>`] : []),
  '<div class="scenes">',
  ...scenes.map((scene) => figure(scene, pictures.get(scene.row.scene_id), words)),
  '</div>',
]

function figure({ row, camera_name, lots }: Scene, jpeg: string | undefined, words: Words): string {
  const caption = [
    `<b>${escaped(camera_name)}</b>`,
    escaped(row.parking_no),
    escaped(words.lots(lots.length)),
    ...(row.enabled === 1 ? [] : [escaped(words.scene_off)]),
  ].join(' · ')
  const picture = jpeg
    ? drawing({ width: row.ref_width, height: row.ref_height, jpeg, lots }, camera_name)
    : `<p class="gone">${escaped(words.no_picture)}</p>`
  return `<figure>${picture}<figcaption>${caption}</figcaption></figure>`
}

type Drawn = Pick<Scene, 'lots'> & { width: number; height: number; jpeg: string }

/**
 * Drawn in units of a picture that is 1000 wide, so that strokes and numbers have the same size everywhere.
 */
function drawing({ width, height, jpeg, lots }: Drawn, name: string): string {
  const height_units = Math.round((1000 * height) / width)
  const at = ([x, y]: readonly [number, number]) =>
    `${Math.round(x * 10_000) / 10},${Math.round(y * height_units * 10) / 10}`
  const outlines = lots.map(({ polygon }) => {
    const points = polygon.map(at).join(' ')
    return `<polygon class="under" points="${points}"/><polygon class="lot" points="${points}"/>`
  })
  const taken: Place[] = []
  const numbers = lots.map(({ lot_no, polygon }) => {
    const place = placeOf(lot_no, polygon, height_units)
    // A number without room is omitted: the table of car parks lists all of them.
    if (taken.some((other) => overlap(place, other))) return ''
    taken.push(place)
    return (
      `<rect class="plate" x="${place.x}" y="${place.y}" width="${place.w}" height="${place.h}" rx="5"/>` +
      `<text x="${place.x + place.w / 2}" y="${place.y + 20}">${escaped(lot_no)}</text>`
    )
  })
  return (
    `<svg viewBox="0 0 1000 ${height_units}" role="img" aria-label="${escaped(name)}">` +
    `<image href="data:image/jpeg;base64,${jpeg}" width="1000" height="${height_units}" ` +
    'preserveAspectRatio="none"/>' +
    `${outlines.join('')}${numbers.join('')}</svg>`
  )
}

type Place = { x: number; y: number; w: number; h: number }

/** The place of a number, in the middle of its lot. */
function placeOf(lot_no: string, polygon: Scene['lots'][number]['polygon'], height_units: number): Place {
  const middle = (axis: 0 | 1) => polygon.reduce((sum, point) => sum + point[axis], 0) / polygon.length
  const [w, h] = [Math.max(34, 12 * lot_no.length + 12), 28]
  const inside = (value: number, max: number) => Math.round(Math.min(Math.max(value, 0), max))
  return {
    x: inside(middle(0) * 1000 - w / 2, 1000 - w),
    y: inside(middle(1) * height_units - h / 2, height_units - h),
    w,
    h,
  }
}

const overlap = (a: Place, b: Place): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
