/**
 * The outline of a lot matches the lot, in evidence and in the picture itself, for every EXIF orientation.
 */
import { event_factory } from '@parking/contract'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawEvidence, frameSize } from '#src/evidence/drawing/draw.ts'
import { lazyEvidenceFont } from '#src/evidence/drawing/lettering.ts'
import { lotsAsDrawn, outlineShown } from '#src/events/record/lot-outline.ts'
import { planEvidence } from '#src/evidence/drawing/plan.ts'
import { jpegOrientation } from '#src/core/files/jpeg-orientation.ts'
import { migrations } from '../device.ts'
import { frameOf } from '../camera/turned-frame.ts'

type Corners = readonly [left: number, top: number, right: number, bottom: number]

/** Position of the mark in a stored picture, from 0 to 1. */
async function markIn(jpeg: Buffer): Promise<Corners> {
  const { data, info } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const red = Array.from({ length: info.width * info.height }, (_, at) => at).filter(
    (at) => data[at * 3]! > 200 && data[at * 3 + 1]! < 90,
  )
  const [xs, ys] = [red.map((at) => at % info.width), red.map((at) => Math.floor(at / info.width))]
  return [
    Math.min(...xs) / info.width,
    Math.min(...ys) / info.height,
    (Math.max(...xs) + 1) / info.width,
    (Math.max(...ys) + 1) / info.height,
  ]
}
const round = (polygon: readonly (readonly [number, number])[]): Corners => {
  const [xs, ys] = [polygon.map(([x]) => x), polygon.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}
const apart = (a: Corners, b: Corners) => Math.max(...a.map((value, at) => Math.abs(value - b[at]!)))

describe('the outline of a lot in the picture that is shown', () => {
  const font = lazyEvidenceFont(migrations)()
  const facts = {
    time_str: '2026-11-21 08:30:12',
    host_name: '',
    camera_name: '',
    address: '',
    lot_no: '',
    plate_number: '',
    plate_color: 'unknown',
    script: 'zh',
    lots: [],
  } as const

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'a camera that stores its picture by orientation %i',
    async (orientation) => {
      const frame = await frameOf(orientation)
      expect(await jpegOrientation(frame)).toBe(orientation)
      // Lots are drawn on the upright picture.
      const [left, top, right, bottom] = await markIn(
        await sharp(frame).autoOrient().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
      )
      const polygon = [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
      ] as const
      const stored = { width: 160, height: 90 }
      expect(outlineShown(polygon, { orientation, stored, drawn: undefined })).toEqual(polygon)
      for (const image_direction_adaption of [false, true]) {
        const param = {
          ...event_factory,
          image_direction_adaption,
          image_width: 120,
          image_height: 120,
          image_car: false,
          image_plate: false,
          osd_enabled: false,
        }
        const [image] = (await drawEvidence(
          frame,
          planEvidence(param, facts, await frameSize(frame, image_direction_adaption), font),
          font,
        ))!
        const outline = outlineShown(polygon, { orientation, stored, drawn: image!.size })
        // The drawn outline and the readable area match the lot, too.
        const lined = { ...param, osd_enabled: true, osd_lot_line: true }
        const size = await frameSize(frame, image_direction_adaption)
        const plan = planEvidence(
          lined,
          lotsAsDrawn(
            { ...facts, lot_no: 'A01', lots: [{ lot_no: 'A01', polygon }] },
            orientation,
            image_direction_adaption,
          ),
          size,
          font,
        )
        const share = plan.outlines[0]!.points.map(([x, y]): [number, number] => [
          x / image!.size.width,
          y / image!.size.height,
        ])
        expect(
          apart(round(share), await markIn(image!.jpeg)),
          `line, adaption ${image_direction_adaption}`,
        ).toBeLessThan(0.03)
        if (orientation >= 2 && orientation <= 4) expect(outline).toBeUndefined()
        else
          expect(
            apart(round(outline!), await markIn(image!.jpeg)),
            `adaption ${image_direction_adaption}`,
          ).toBeLessThan(0.03)
      }
    },
  )
  test('a file without an orientation, or a truncated file, is upright', async () => {
    const frame = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#555' } })
      .jpeg()
      .toBuffer()
    expect(await jpegOrientation(frame)).toBe(1)
    const turned = await frameOf(6)
    for (let length = 0; length < 200; length++)
      expect([1, 6]).toContain(await jpegOrientation(turned.subarray(0, length)))
  })
})
