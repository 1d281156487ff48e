/** The picture library, on one thread and without its cache: every picture of a camera is used only once. */
import sharp from 'sharp'

sharp.cache(false)
sharp.concurrency(1)

export { sharp }
