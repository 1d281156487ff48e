/** 200 adjacent lots that share their borders, as drawing a kerb strip creates them. */
const [across, down] = [20, 10]

export const lots = Array.from({ length: across * down }, (_, i) => {
  const [x, y] = [i % across, Math.floor(i / across)]
  const at = (column: number, row: number): [number, number] => [
    0.05 + (0.9 * column) / across,
    0.1 + (0.8 * row) / down,
  ]
  return {
    lot_no: `L${String(i + 1).padStart(3, '0')}`,
    lot_type: 1 as const,
    lot_posture: 0 as const,
    motor_num: 1,
    difficult: 0 as const,
    polygon: [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)],
  }
})

export const middle_lot = Math.floor(down / 2) * across + across / 2
