/** The picture library, loaded with the first picture: a server without cameras never holds it in memory. */
import type Sharp from 'sharp'

/** Rejects if the library does not work on this machine. */
export async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
