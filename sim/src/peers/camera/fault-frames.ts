/** Pictures of a faulty camera: a picture that never ends, and a picture of a covered lens. */
import type { ServerResponse } from 'node:http'

const drip_ms = 50

/** Sends the start of a JPEG and then one byte at a time until the client gives up. */
export function drip(response: ServerResponse): void {
  response
    .writeHead(200, { 'content-type': 'image/jpeg', 'content-length': 100_000 })
    .write(Buffer.from([0xff, 0xd8, 0xff]))
  const timer = setInterval(() => response.write('\0'), drip_ms).unref()
  response.once('close', () => clearInterval(timer))
}

/** The picture of a covered sensor: almost black, with the sensor's noise. */
export async function darkPicture(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp({
    create: {
      width: 1920,
      height: 1080,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 4, sigma: 2 },
    },
  })
    .jpeg({ quality: 82 })
    .toBuffer()
}
