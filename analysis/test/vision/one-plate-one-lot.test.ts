/** One plate that was read for two lots is given to one of them. */
import { expect, test } from 'vitest'
import type { Box } from '#src/look/boxes.ts'
import type { PlateReading } from '#src/look/look.ts'
import { type Claim, givenOnce } from '#src/vision/one-plate-one-lot.ts'

const lot = (left: number) => ({
  polygon: [
    [left, 0.5],
    [left + 0.2, 0.5],
    [left + 0.2, 0.7],
    [left, 0.7],
  ] as const,
  motorcycles: false,
})
/** Two lots side by side. */
const grounds = [lot(0.2), lot(0.4)]
const plateAt = (left: number): PlateReading => ({
  signs: [[{ sign: 'A', p: 0.9 }]],
  p: 0.9,
  color: 'blue',
  width: 80,
  box: [left, 0.5, left + 0.06, 0.53],
})
const vehicle = (sure: boolean, value = 0.5, box: Box = [0.3, 0.3, 0.5, 0.7]) => ({
  vehicle: { box, score: 0.8, label: 'car' as const },
  placed: true,
  sure,
  value,
})
/** The lots that keep a plate. */
const given = (...claims: Claim[]) =>
  givenOnce(claims, grounds, 1).flatMap((plate, at) => (plate ? [at] : []))

test('two plates of two vehicles stay with their lots', () => {
  const [one, other] = [plateAt(0.25), plateAt(0.45)]
  expect(given({ plate: one, own: undefined }, { plate: other, own: vehicle(true) })).toEqual([0, 1])
  expect(givenOnce([{ plate: one, own: undefined }], grounds, 1)).toEqual([one])
})

test('a plate that was sought for two lots stays with the one that it stands in', () => {
  const plate = plateAt(0.3)
  expect(given({ plate, own: undefined }, { plate: plateAt(0.31), own: undefined })).toEqual([0])
  const beyond = plateAt(0.41)
  expect(given({ plate: beyond, own: undefined }, { plate: beyond, own: undefined })).toEqual([1])
})

test('a car across the line keeps its plate in the lot in which it is beyond doubt', () => {
  const plate = plateAt(0.39)
  expect(given({ plate, own: vehicle(true) }, { plate, own: undefined })).toEqual([0])
  expect(given({ plate, own: vehicle(false) }, { plate, own: vehicle(true) })).toEqual([1])
  const beyond = plateAt(0.41)
  expect(given({ plate: beyond, own: vehicle(false) }, { plate: beyond, own: undefined })).toEqual([1])
})

test('of two equal claims, the better supported vehicle keeps the plate, then the first one', () => {
  const plate = plateAt(0.7)
  expect(given({ plate, own: vehicle(true, 0.3) }, { plate, own: vehicle(true, 0.4) })).toEqual([1])
  expect(given({ plate, own: vehicle(true) }, { plate, own: vehicle(true) })).toEqual([0])
})
