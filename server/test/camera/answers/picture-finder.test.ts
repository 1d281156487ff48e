/** A picture that comes in parts is found in the part that completes it, wherever it is cut. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pictureFinder, pictureIn } from '#src/adapters/camera/http-picture.ts'
import { plainJpeg } from '../../plain-jpeg.ts'

const jpeg = await plainJpeg(64, 36)
const thumbnail = Buffer.from([0xff, 0xe1, 0x00, 0x06, 0xff, 0xd8, 0xff, 0xd9])
/** With a thumbnail in its head, whose end is none of the picture. */
const with_thumbnail = Buffer.concat([jpeg.subarray(0, 2), thumbnail, jpeg.subarray(2)])
const bodies = [
  jpeg,
  with_thumbnail,
  Buffer.concat([jpeg, Buffer.from('bytes of the maker')]),
  Buffer.concat([Buffer.from('--frame\r\nContent-Type: image/jpeg\r\n\r\n'), jpeg, Buffer.from('\r\n--fr')]),
  jpeg.subarray(0, -2),
  Buffer.from('<html>no picture</html>'),
]

test('a body that grows by any parts is as complete as it is by itself', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...bodies),
      fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 12 }),
      (body, cuts) => {
        const find = pictureFinder()
        for (const to of [
          ...cuts.filter((cut) => cut < body.length).toSorted((a, b) => a - b),
          body.length,
        ]) {
          const part = body.subarray(0, to)
          expect(find(part)).toEqual(pictureIn(part))
        }
      },
    ),
  )
})

test('a body is also asked for a shorter length than it has', () => {
  const find = pictureFinder()
  const body = Buffer.concat([jpeg, jpeg])
  expect(find(body)).toEqual(body)
  expect(find(body.subarray(0, jpeg.length))).toEqual(jpeg)
  expect(find(jpeg.subarray(0, -1))).toBeUndefined()
})
