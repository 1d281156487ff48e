/** A picture of one colour, for cameras and events of tests. */
import sharp, { type Color } from 'sharp'

export const plainJpeg = (width: number, height: number, background: Color = '#446'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
