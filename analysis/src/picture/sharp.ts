/** The picture library without its cache: pictures of cameras are seen once, and one thread works on them. */
import sharp from 'sharp'

sharp.cache(false)
sharp.concurrency(1)

export { sharp }
