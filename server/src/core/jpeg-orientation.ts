/** Which way up a camera says that its picture is (EXIF 2.32, tag 0x0112). */

/** 1 to 8: what must be done with the stored picture before it is looked at, as browsers do; 1, nothing, where the file does not say. The first 64 kB of a file are enough. */
export function jpegOrientation(file: Uint8Array): number {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  for (let at = 2; at + 4 <= file.length && file[at] === 0xff;) {
    const marker = file[at + 1]!
    if (marker === 0xda || marker === 0xd9) return 1
    if (marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += marker === 0xff ? 1 : 2 // stands alone
      continue
    }
    const length = view.getUint16(at + 2)
    if (marker === 0xe1 && textAt(file, at + 4, 6) === 'Exif\0\0')
      return orientationIn(view, at + 10, Math.min(file.length, at + 2 + length))
    at += 2 + Math.max(2, length)
  }
  return 1
}

/** Of a TIFF header at `start`: byte order, where the first directory is, its entries of 12 bytes each. */
function orientationIn(view: DataView, start: number, end: number): number {
  if (start + 8 > end) return 1
  const little = view.getUint16(start) === 0x4949
  const first = start + view.getUint32(start + 4, little)
  if (first + 2 > end) return 1
  const count = view.getUint16(first, little)
  for (let at = first + 2; at + 12 <= Math.min(end, first + 2 + count * 12); at += 12) {
    if (view.getUint16(at, little) !== 0x0112) continue
    const value = view.getUint16(at + 8, little)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

const textAt = (file: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...file.subarray(at, at + length))
