/** The pictures on which lots were drawn, reduced so that the whole sheet is smaller than 8 MB. */
import type { Scene } from '../camera/scene.store.ts'
import type { Deps } from '../core/deps.ts'
import { loadSharp } from '../core/files/sharp.ts'

const max_scenes = 60
const max_pixels = 64_000_000
/** About 90 kB per picture at the larger width, 45 kB at the smaller. */
const widthFor = (scenes: number): number => (scenes <= 16 ? 1200 : 720)

/**
 * The picture of each scene as JPEG in base64. Omits scenes without a readable picture and scenes beyond the
 * limit.
 */
export async function picturesOf(
  scenes: readonly Scene[],
  { media }: Pick<Deps, 'media'>,
): Promise<Map<string, string>> {
  const made = new Map<string, string>()
  const shown = scenes.filter(({ row }) => row.ref_picture !== '').slice(0, max_scenes)
  if (shown.length === 0) return made
  const sharp = await loadSharp()
  for (const { row } of shown) {
    const bytes = await media.files
      .read(row.ref_picture)
      .then((file) =>
        sharp(file, { limitInputPixels: max_pixels, failOn: 'error' })
          .autoOrient()
          .resize({ width: widthFor(shown.length), withoutEnlargement: true })
          .jpeg({ quality: 68, mozjpeg: true })
          .toBuffer(),
      )
      .catch(() => undefined)
    if (bytes) made.set(row.scene_id, bytes.toString('base64'))
  }
  return made
}
