import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readFrame } from '../src/analysis/frame-comment.ts'
import { occupancyOf } from '../src/analysis/occupancy.ts'
import { createStreet, type Street } from '../src/street/street.ts'

const noon = Date.UTC(2026, 10, 21, 4)
const read = async (street: Street, camera: number, aim?: Parameters<Street['frame']>[2]) => {
  const jpeg = await street.frame(camera, `CAM-${camera}`, aim)
  const frame = readFrame(jpeg)
  if (!frame) throw new Error('no truth in the frame')
  return { jpeg, ...frame }
}

test('a frame is a 1920 x 1080 JPEG of realistic size with its ground truth', async () => {
  const { jpeg, truth, picture } = await read(createStreet({ now: () => noon }), 0)
  const meta = await sharp(jpeg).metadata()
  expect([meta.format, meta.width, meta.height]).toEqual(['jpeg', 1920, 1080])
  expect(jpeg.length).toBeGreaterThan(80_000)
  expect(jpeg.length).toBeLessThan(700_000)
  expect([truth.camera, truth.time]).toEqual(['CAM-0', noon])
  expect(picture.includes(truth.cars[0]!.plate)).toBe(false)
  expect((await sharp(picture).metadata()).width).toBe(1920)
})

test('the same seed gives the same street to the byte, another seed a different one', async () => {
  let now = noon
  const [one, same, other] = [1, 1, 2].map((seed) => createStreet({ seed, now: () => now }))
  now += 45_000
  for (const camera of [0, 3])
    expect((await one!.frame(camera, 'S')).equals(await same!.frame(camera, 'S'))).toBe(true)
  expect(one!.plates(0)).not.toEqual(other!.plates(0))
})

test('every vehicle is inside the polygon of its lot, in every view', async () => {
  const street = createStreet({ traffic: false, now: () => noon })
  for (const [camera, view] of street.views.entries()) {
    const wanted = view.lots.map((_, lot) => street.arrive(camera, lot))
    const { truth } = await read(street, camera)
    const lots = street
      .lots(camera)
      .map(({ lot_no, cells, polygon }) => ({ lot_no, motor_num: cells, polygon }))
    for (const { polygon } of lots)
      for (const [x, y] of polygon) expect(x >= 0 && x <= 1 && y >= 0 && y <= 1).toBe(true)
    const found = [...occupancyOf(truth.cars, lots).values()].map((occupants) =>
      occupants.map(({ vehicle }) => vehicle.plate),
    )
    expect([view.name, found]).toEqual([view.name, wanted.map((plate) => [plate])])
  }
})

test('cars arrive and leave by themselves and on request', async () => {
  let now = noon
  const lively = createStreet({ now: () => now })
  const before = JSON.stringify(lively.views.map((_, i) => lively.plates(i)))
  now += 60_000
  expect(JSON.stringify(lively.views.map((_, i) => lively.plates(i)))).not.toBe(before)
  const quiet = createStreet({ traffic: false, now: () => now })
  expect((await read(quiet, 0)).truth.cars).toEqual([])
  expect(quiet.arrive(0, 2, '粤BD12345')).toBe('粤BD12345')
  expect((await read(quiet, 0)).truth.cars).toMatchObject([
    { plate: '粤BD12345', color: 'gradient_green', kind: 'car' },
  ])
  expect(() => quiet.arrive(0, 2)).toThrow('taken')
  expect(quiet.leave(0, 2)).toBe('粤BD12345')
  expect(() => quiet.leave(0, 2)).toThrow('empty')
  expect((await read(quiet, 0)).truth.cars).toEqual([])
})

test('the motor moves both the picture and its ground truth', async () => {
  const street = createStreet({ traffic: false, now: () => noon })
  street.arrive(2, 2)
  const [home, turned] = [await read(street, 2), await read(street, 2, { pan: 0.1, tilt: 0, zoom: 0 })]
  expect(turned.truth.cars[0]!.footprint[0]![0]).toBeLessThan(home.truth.cars[0]!.footprint[0]![0])
})
