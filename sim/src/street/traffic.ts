/**
 * Decides which vehicle is parked where and when vehicles come and go. No timer runs: missed movements are
 * caught up on demand.
 */
import type { Car } from './car.ts'
import type { Motorcycle } from './motorcycle.ts'
import { mainlandPlate, motorcyclePlate, taiwanPlate, type Plate, type PlateColor } from './plate.ts'
import { createRng, type Rng } from './rng.ts'
import type { View } from './views.ts'

export type Vehicle = Car | Motorcycle
/** A vehicle or undefined for each place of each lot. */
export type Lots = (Vehicle | undefined)[][]
export type Traffic = {
  lots: (camera: number) => Lots
  /** Increases whenever the camera's picture changes. */
  version: (camera: number) => number
  arrive: (camera: number, lot: number, plate?: string) => string
  leave: (camera: number, lot: number) => string
  catchUp: (now: number) => void
}
export type TrafficOptions = {
  seed: number
  start: number
  /** If false, the lots start empty and change only through `arrive` and `leave`. */
  traffic: boolean
  /**
   * Mean seconds between two movements anywhere on the street: `first` at the start, `then` after `slowAfter`
   * seconds.
   */
  pace?: { first: number; then: number; slowAfter: number }
}

const paints = [
  '#e9ebec',
  '#e9ebec',
  '#1c1f24',
  '#8d949b',
  '#b5babf',
  '#5b6167',
  '#7d1820',
  '#23406b',
  '#3d5b4b',
  '#c7b18a',
  '#b4531f',
  '#2b6f88',
  '#d9d4c7',
]
const scooters = ['#b8272d', '#e6e7e4', '#23262b', '#2c5f8f', '#d8a531', '#4d7a5a']
const taxiPaint = { mainland: '#1f6fb5', taiwan: '#f0b41c' } as const

/** Creates the traffic of some views. */
export function createTraffic(
  views: readonly View[],
  { seed, start, traffic, pace = { first: 4, then: 15, slowAfter: 240 } }: TrafficOptions,
): Traffic {
  const streets = views.map((view, i) => ({
    view,
    rng: createRng(seed * 7919 + i * 104_729),
    version: 1,
    lots: view.lots.map((lot): (Vehicle | undefined)[] => lot.places.map(() => undefined)),
  }))
  const rng = createRng(seed * 31 + 17)
  let nextAt = start + wait(0)
  if (traffic)
    for (const { lots, rng: own, view } of streets)
      for (const lot of lots)
        lot.forEach((_, at) => void (own.next() < 0.62 && (lot[at] = newVehicle(view, lot.length > 1, own))))

  function wait(elapsed: number): number {
    const mean = elapsed < pace.slowAfter * 1000 ? pace.first : pace.then
    return rng.between(0.4, 1.6) * mean * 1000
  }
  function move(): void {
    const street = streets[rng.whole(streets.length)]!
    const lot = street.lots[rng.whole(street.lots.length)]!
    const at = rng.whole(lot.length)
    street.version++
    lot[at] = lot[at] ? undefined : newVehicle(street.view, lot.length > 1, street.rng)
  }
  const lotAt = (camera: number, lot: number) => {
    const street = streets[camera]
    const places = street?.lots[lot]
    if (!street || !places) throw new Error(`there is no lot ${lot} under camera ${camera}`)
    return { street, places }
  }

  return {
    lots: (camera) => streets[camera]?.lots ?? [],
    version: (camera) => streets[camera]?.version ?? 0,
    arrive(camera, lot, plate) {
      const { street, places } = lotAt(camera, lot)
      const free = places.indexOf(undefined)
      if (free < 0) throw new Error(`lot ${lot} under camera ${camera} is taken`)
      const vehicle = newVehicle(street.view, places.length > 1, street.rng)
      if (plate) vehicle.plate = plateOf(plate)
      places[free] = vehicle
      street.version++
      return vehicle.plate.number
    },
    leave(camera, lot) {
      const { street, places } = lotAt(camera, lot)
      const at = places.findIndex((vehicle) => vehicle)
      const gone = places[at]
      if (!gone) throw new Error(`lot ${lot} under camera ${camera} is empty`)
      places[at] = undefined
      street.version++
      return gone.plate.number
    },
    catchUp(now) {
      if (!traffic) return
      for (; nextAt <= now; nextAt += wait(nextAt - start)) move()
    },
  }
}

function newVehicle(view: View, motorcycle: boolean, rng: Rng): Vehicle {
  if (motorcycle)
    return { kind: 'motorcycle', paint: rng.pick(scooters), plate: motorcyclePlate(rng, view.region) }
  const taxi = rng.next() < 0.09
  const plate = view.region === 'taiwan' ? taiwanPlate(rng) : mainlandPlate(rng)
  const shape = taxi
    ? 'sedan'
    : plate.color === 'yellow'
      ? 'van'
      : rng.pick(['sedan', 'sedan', 'hatch', 'suv', 'suv', 'van'] as const)
  return { kind: 'car', shape, taxi, plate, paint: taxi ? taxiPaint[view.region] : rng.pick(paints) }
}

/** A plate given by a test. Its colour is derived from its format. */
function plateOf(number: string): Plate {
  const color: PlateColor = /^\p{Script=Han}/u.test(number)
    ? [...number].length === 8
      ? 'gradient_green'
      : 'blue'
    : 'white_black'
  return { number, color }
}
