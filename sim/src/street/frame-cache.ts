/**
 * Caches pictures of empty streets in the temporary folder, because drawing one takes half a second of CPU,
 * and every test and every start draws the same pictures.
 */
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const user = process.getuid?.() ?? 0
const folder = join(tmpdir(), `parking-street-${user}`)
const end_of_jpeg = Buffer.from([0xff, 0xd9])

/**
 * The picture of this drawing, from the cache or newly drawn and stored. A picture that cannot be stored is
 * drawn again next time.
 */
export async function cachedFrame(
  drawing: Buffer,
  draw: (drawing: Buffer) => Promise<Buffer>,
): Promise<Buffer> {
  const file = join(folder, `${createHash('sha256').update(drawing).digest('hex')}.jpg`)
  const known = await readFile(file).catch(() => undefined)
  if (known?.subarray(-2).equals(end_of_jpeg)) return known
  const jpeg = await draw(drawing)
  await keep(file, jpeg).catch(() => undefined)
  return jpeg
}

async function keep(file: string, jpeg: Buffer): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const half = `${file}.${process.pid}`
  await writeFile(half, jpeg, { mode: 0o600 })
  await rename(half, file)
}
