/** A frame as stored by a camera that rotates its pictures, with a mark in it. */
import sharp from 'sharp'

/**
 * A grey frame of 160 x 90 with a red mark, as stored by a camera with this EXIF orientation. A lot would be
 * drawn around the mark.
 */
export async function frameOf(orientation: number): Promise<Buffer> {
  const mark = await sharp({ create: { width: 32, height: 18, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  return sharp({ create: { width: 160, height: 90, channels: 3, background: '#555' } })
    .composite([{ input: mark, left: 24, top: 58 }])
    .withMetadata({ orientation })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()
}
