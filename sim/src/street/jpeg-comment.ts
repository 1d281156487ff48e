/** The ground truth that each frame carries in a JPEG COM segment. */
export type SeenVehicle = {
  plate: string
  color: string
  kind: 'car' | 'motorcycle'
  /** The ground under the vehicle, normalised to the picture. It may extend beyond the picture. */
  footprint: [number, number][]
  /** Left, top, right and bottom of the vehicle, and of its plate if it is visible. */
  box: [number, number, number, number]
  plate_box?: [number, number, number, number]
}
export type Truth = { camera: string; time: number; cars: SeenVehicle[] }

/** Inserts a comment segment after the start of image. */
export function withComment(jpeg: Buffer, truth: Truth): Buffer {
  const text = Buffer.from(JSON.stringify(truth))
  if (text.length > 65_533) throw new Error('the comment is longer than a JPEG segment')
  const head = Buffer.from([0xff, 0xfe, (text.length + 2) >> 8, (text.length + 2) & 0xff])
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)])
}
