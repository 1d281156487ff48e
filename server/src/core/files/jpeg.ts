/** Checks that a JPEG file is complete and reads its size (ITU-T T.81, annex B). */

/** Width and height in pixels; undefined for anything but a complete JPEG. */
export function jpegSize(file: Uint8Array): { width: number; height: number } | undefined {
  if (file.length < 20 || file[0] !== 0xff || file[1] !== 0xd8 || !hasEnd(file)) return undefined
  let at = 2
  while (at + 9 < file.length) {
    if (file[at] !== 0xff) return undefined
    const marker = file[at + 1]!
    if (marker === 0xff) {
      at++ // a fill byte
      continue
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2 // a marker without a length
      continue
    }
    if (marker === 0xda || marker === 0xd9) return undefined // picture data before its size
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) {
      const height = file[at + 5]! * 256 + file[at + 6]!
      const width = file[at + 7]! * 256 + file[at + 8]!
      return width > 0 && height > 0 ? { width, height } : undefined
    }
    const length = file[at + 2]! * 256 + file[at + 3]!
    if (length < 2) return undefined
    at += 2 + length
  }
  return undefined
}

/** The end marker, after which some cameras pad a few bytes. A truncated picture has none. */
function hasEnd(file: Uint8Array): boolean {
  for (let at = file.length - 2; at >= Math.max(2, file.length - 64); at--)
    if (file[at] === 0xff && file[at + 1] === 0xd9) return true
  return false
}
