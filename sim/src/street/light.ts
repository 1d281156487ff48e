/** Weather and time of day: determines the colour of every surface in a view. */
export type Rgb = readonly [r: number, g: number, b: number]
export type Light = {
  sky: readonly [top: string, bottom: string]
  /** The direction of the sun (or the moon) from the ground; it casts shadows if `sun` is above 0.3. */
  towards: readonly [number, number, number]
  /** The strength of direct light and of sky light. */
  sun: number
  ambient: number
  /** The colour of the light, and of the haze that distance adds. */
  tint: Rgb
  haze: string
  /** The distance in metres at which half of the colour is haze. */
  hazeAt: number
  night: boolean
  rain: boolean
}

const light = (given: Partial<Light>): Light => ({
  sky: ['#7fb2e5', '#dbe9f4'],
  towards: [-0.55, -0.3, 0.78],
  sun: 0.5,
  ambient: 0.62,
  tint: [1, 1, 1],
  haze: '#c9d8e4',
  hazeAt: 320,
  night: false,
  rain: false,
  ...given,
})

export const lights = {
  day: light({}),
  overcast: light({
    sky: ['#a9b4bd', '#d3d9dd'],
    sun: 0.16,
    ambient: 0.8,
    tint: [0.96, 0.98, 1],
    haze: '#c3cacf',
    hazeAt: 240,
  }),
  morning: light({
    sky: ['#9fc0dd', '#f6dfbd'],
    towards: [0.6, 0.3, 0.62],
    sun: 0.55,
    ambient: 0.56,
    tint: [1.04, 0.99, 0.92],
    haze: '#ead9c2',
    hazeAt: 200,
  }),
  afternoon: light({
    sky: ['#6ea3dc', '#e2ecf3'],
    towards: [0.5, -0.45, 0.7],
    sun: 0.52,
    ambient: 0.6,
    tint: [1.03, 1, 0.94],
  }),
  dusk: light({
    sky: ['#3d4c74', '#e59a66'],
    towards: [-0.7, 0.55, 0.3],
    sun: 0.24,
    ambient: 0.56,
    tint: [1, 0.91, 0.92],
    haze: '#94788a',
    hazeAt: 190,
    night: true,
  }),
  rain: light({
    sky: ['#7d878f', '#a9b1b7'],
    sun: 0.06,
    ambient: 0.7,
    tint: [0.9, 0.96, 1.02],
    haze: '#9aa4ab',
    hazeAt: 110,
    rain: true,
  }),
  night: light({
    sky: ['#0b1222', '#27314a'],
    towards: [0.4, -0.3, 0.85],
    sun: 0.14,
    ambient: 0.44,
    tint: [0.92, 0.96, 1.1],
    haze: '#1d2740',
    hazeAt: 160,
    night: true,
  }),
  haze: light({
    sky: ['#b8cad6', '#e9ecea'],
    towards: [0.6, 0.2, 0.75],
    sun: 0.38,
    ambient: 0.7,
    tint: [1.02, 1, 0.97],
    haze: '#dbe2e4',
    hazeAt: 120,
  }),
} satisfies Record<string, Light>

/** `#rrggbb` as three numbers. */
export const rgbOf = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb

const hexOf = (rgb: Rgb): string =>
  `#${rgb
    .map((part) =>
      Math.max(0, Math.min(255, Math.round(part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Mixes two colours: 0 is the first, 1 the second. */
export function mix(one: string, other: string, share: number): string {
  const [a, b] = [rgbOf(one), rgbOf(other)]
  return hexOf([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share])
}

/** The colour of a surface in this light; `normal` is its orientation, `depth` its distance. */
export function lit(
  color: string,
  weather: Light,
  normal: readonly [number, number, number],
  depth: number,
): string {
  const facing = Math.max(
    0,
    normal[0] * weather.towards[0] + normal[1] * weather.towards[1] + normal[2] * weather.towards[2],
  )
  const strength = weather.ambient * (0.86 + 0.14 * normal[2]) + weather.sun * facing
  const [r, g, b] = rgbOf(color)
  const near = hexOf([
    r * strength * weather.tint[0],
    g * strength * weather.tint[1],
    b * strength * weather.tint[2],
  ])
  return mix(near, weather.haze, 1 - 2 ** (-Math.max(0, depth) / weather.hazeAt))
}
