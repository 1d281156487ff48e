/** Shapes of vehicles: cross-sections from the tail (0) to the nose (1), in metres. */
export type Section = {
  at: number
  /** Lower edge, shoulder, half width, roof, half width of the roof. */
  sill: number
  belt: number
  half: number
  roof: number
  top: number
}
export type Shape = {
  length: number
  width: number
  height: number
  sections: readonly Section[]
  /** The position of the glass: windscreen and rear window on the roof line, side windows between pillars. */
  windscreen: readonly [number, number]
  rear: readonly [number, number]
  windows: readonly (readonly [number, number])[]
  wheels: readonly [number, number]
  wheel: number
  /** Height of the centre of the plate at the tail and at the nose. */
  plate: readonly [number, number]
  lamp: readonly [number, number]
}

const cut = (at: number, sill: number, belt: number, half: number, roof = belt, top = half): Section => ({
  at,
  sill,
  belt,
  half,
  roof,
  top,
})

export const shapes = {
  sedan: {
    length: 4.7,
    width: 1.82,
    height: 1.46,
    sections: [
      cut(0, 0.27, 0.86, 0.76),
      cut(0.025, 0.23, 0.97, 0.85),
      cut(0.07, 0.22, 1.01, 0.89),
      cut(0.17, 0.2, 1.02, 0.91, 1.03, 0.7),
      cut(0.3, 0.19, 1, 0.91, 1.4, 0.62),
      cut(0.4, 0.19, 0.98, 0.91, 1.46, 0.63),
      cut(0.52, 0.19, 0.96, 0.91, 1.45, 0.63),
      cut(0.61, 0.19, 0.95, 0.91, 1.38, 0.62),
      cut(0.77, 0.2, 0.93, 0.9, 0.94, 0.7),
      cut(0.88, 0.21, 0.86, 0.89),
      cut(0.95, 0.23, 0.77, 0.86),
      cut(0.985, 0.22, 0.68, 0.79),
      cut(1, 0.24, 0.62, 0.7),
    ],
    windscreen: [0.61, 0.77],
    rear: [0.17, 0.3],
    windows: [
      [0.21, 0.43],
      [0.45, 0.745],
    ],
    wheels: [0.19, 0.81],
    wheel: 0.32,
    plate: [0.78, 0.46],
    lamp: [0.8, 0.64],
  },
  hatch: {
    length: 4.1,
    width: 1.77,
    height: 1.5,
    sections: [
      cut(0, 0.27, 0.84, 0.78),
      cut(0.02, 0.23, 0.96, 0.86, 0.98, 0.76),
      cut(0.12, 0.2, 0.99, 0.885, 1.42, 0.63),
      cut(0.2, 0.19, 0.98, 0.885, 1.48, 0.63),
      cut(0.4, 0.19, 0.96, 0.885, 1.5, 0.64),
      cut(0.55, 0.19, 0.94, 0.885, 1.46, 0.63),
      cut(0.62, 0.19, 0.93, 0.885, 1.4, 0.62),
      cut(0.8, 0.2, 0.91, 0.88, 0.92, 0.7),
      cut(0.91, 0.22, 0.83, 0.86),
      cut(0.97, 0.22, 0.75, 0.82),
      cut(1, 0.24, 0.66, 0.72),
    ],
    windscreen: [0.62, 0.8],
    rear: [0.02, 0.12],
    windows: [
      [0.1, 0.38],
      [0.4, 0.77],
    ],
    wheels: [0.17, 0.82],
    wheel: 0.31,
    plate: [0.72, 0.46],
    lamp: [0.8, 0.66],
  },
  suv: {
    length: 4.75,
    width: 1.9,
    height: 1.72,
    sections: [
      cut(0, 0.34, 0.98, 0.82),
      cut(0.02, 0.3, 1.1, 0.91, 1.12, 0.82),
      cut(0.09, 0.27, 1.12, 0.94, 1.62, 0.68),
      cut(0.16, 0.26, 1.11, 0.95, 1.69, 0.69),
      cut(0.4, 0.26, 1.09, 0.95, 1.72, 0.7),
      cut(0.56, 0.26, 1.08, 0.95, 1.69, 0.69),
      cut(0.63, 0.26, 1.07, 0.95, 1.62, 0.68),
      cut(0.77, 0.27, 1.06, 0.94, 1.07, 0.76),
      cut(0.9, 0.28, 1, 0.93),
      cut(0.965, 0.31, 0.9, 0.88),
      cut(1, 0.32, 0.84, 0.8),
    ],
    windscreen: [0.63, 0.77],
    rear: [0.02, 0.09],
    windows: [
      [0.075, 0.23],
      [0.25, 0.45],
      [0.47, 0.745],
    ],
    wheels: [0.18, 0.81],
    wheel: 0.37,
    plate: [0.86, 0.54],
    lamp: [0.95, 0.8],
  },
  van: {
    length: 4.9,
    width: 1.86,
    height: 1.9,
    sections: [
      cut(0, 0.32, 1, 0.86, 1.1, 0.82),
      cut(0.02, 0.3, 1.06, 0.92, 1.4, 0.8),
      cut(0.06, 0.26, 1.08, 0.93, 1.84, 0.76),
      cut(0.12, 0.25, 1.08, 0.93, 1.89, 0.77),
      cut(0.5, 0.25, 1.07, 0.93, 1.9, 0.78),
      cut(0.68, 0.25, 1.06, 0.93, 1.84, 0.77),
      cut(0.74, 0.25, 1.05, 0.93, 1.74, 0.76),
      cut(0.88, 0.26, 1.03, 0.92, 1.05, 0.8),
      cut(0.96, 0.28, 0.92, 0.89),
      cut(1, 0.3, 0.84, 0.8),
    ],
    windscreen: [0.74, 0.88],
    rear: [0.02, 0.06],
    windows: [
      [0.07, 0.32],
      [0.34, 0.6],
      [0.62, 0.85],
    ],
    wheels: [0.17, 0.82],
    wheel: 0.33,
    plate: [0.8, 0.5],
    lamp: [1, 0.8],
  },
} satisfies Record<string, Shape>
export type ShapeName = keyof typeof shapes

/** The interpolated cross-section at a position. */
export function sectionAt(shape: Shape, at: number): Section {
  const next = shape.sections.findIndex((section) => section.at >= at)
  const after = shape.sections[Math.max(next, 0)]!
  const before = shape.sections[Math.max(next - 1, 0)]!
  const share = after.at === before.at ? 0 : (at - before.at) / (after.at - before.at)
  const between = (key: keyof Section): number => before[key] + (after[key] - before[key]) * share
  return {
    at,
    sill: between('sill'),
    belt: between('belt'),
    half: between('half'),
    roof: between('roof'),
    top: between('top'),
  }
}
