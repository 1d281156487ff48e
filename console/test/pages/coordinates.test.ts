import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseCoordinates } from '#src/pages/device/base/coordinates.ts'
import { any_character } from '@parking/contract/test/any-text.ts'

const found = (text: string) => {
  const read = parseCoordinates(text)
  return read.kind === 'found'
    ? [read.longitude, read.latitude, read.order, ...(read.rounded ? ['rounded'] : [])]
    : read.kind
}

it.each([
  ['22.54023, 113.94386', ['113.94386', '22.54023', 'swapped']],
  ['113.94386 22.54023', ['113.94386', '22.54023', 'as_is']],
  ['１１３．９４３８６，２２．５４０２３', ['113.94386', '22.54023', 'as_is']],
  ['N22.54023 E113.94386', ['113.94386', '22.54023', 'as_is']],
  ['22.54023N, 113.94386E', ['113.94386', '22.54023', 'as_is']],
  ['lat: 22.54023, lng: 113.94386', ['113.94386', '22.54023', 'as_is']],
  ['{"lat":22.54023,"lng":113.94386}', ['113.94386', '22.54023', 'as_is']],
  ['经度：113.94386 纬度：22.54023', ['113.94386', '22.54023', 'as_is']],
  ['北緯25.04185度 東經121.54374度', ['121.54374', '25.04185', 'as_is']],
  ['22°32\'24"N 113°56\'38"E', ['113.943889', '22.54', 'as_is']],
  ['东经113度56分38秒，北纬22度32分24秒', ['113.943889', '22.54', 'as_is']],
  ['E 80.5, N 43.9', ['80.5', '43.9', 'as_is']],
  ['43.9, 80.5', ['80.5', '43.9', 'ambiguous']],
  ['22.540231234,113.943861234', ['113.943861', '22.540231', 'swapped', 'rounded']],
  ['geo:22.5,113.9?z=17', ['113.9', '22.5', 'swapped']],
  ['113.9', 'unreadable'],
  ['深圳市南山区', 'unreadable'],
  ['', 'unreadable'],
  ['200, 22', 'out_of_range'],
  ['-22.5, 113.9', 'out_of_range'],
  ['22.5S 113.9E', 'out_of_range'],
  ['113.9, 114.2', 'out_of_range'],
])('reads %s', (text, expected) => {
  expect(found(text)).toEqual(expected)
})

const degrees = (max: number) =>
  fc.integer({ min: 0, max: max * 1_000_000 }).map((millionths) => millionths / 1_000_000)
const separator = fc.constantFrom(',', ', ', ' ', '，', ';', '\t')

it('reads any pair with letters in either order (property)', () => {
  fc.assert(
    fc.property(
      degrees(180),
      degrees(90),
      separator,
      fc.boolean(),
      (longitude, latitude, between, east_first) => {
        const [e, n] = [`E${longitude}`, `N${latitude}`]
        const read = parseCoordinates(east_first ? e + between + n : n + between + e)
        expect(read).toMatchObject({
          kind: 'found',
          longitude: String(longitude),
          latitude: String(latitude),
          order: 'as_is',
        })
      },
    ),
  )
})

it('finds the longitude of a bare pair if only one order is possible (property)', () => {
  fc.assert(
    fc.property(
      degrees(180).filter((value) => value > 90),
      degrees(90),
      separator,
      fc.boolean(),
      (longitude, latitude, between, first) => {
        const read = parseCoordinates(
          first ? `${longitude}${between}${latitude}` : `${latitude}${between}${longitude}`,
        )
        expect(read).toMatchObject({
          kind: 'found',
          longitude: String(longitude),
          latitude: String(latitude),
          order: first ? 'as_is' : 'swapped',
        })
      },
    ),
  )
})

it('never throws, and its results satisfy spec §5 (property)', () => {
  fc.assert(
    fc.property(fc.string({ unit: any_character }), fc.string(), (a, b) => {
      const read = parseCoordinates(`${a} ${b}`)
      if (read.kind !== 'found') return
      expect(read.longitude).toMatch(/^\d{1,3}(\.\d{1,6})?$/)
      expect(Number(read.longitude)).toBeLessThanOrEqual(180)
      expect(read.latitude).toMatch(/^\d{1,2}(\.\d{1,6})?$/)
      expect(Number(read.latitude)).toBeLessThanOrEqual(90)
    }),
  )
})
