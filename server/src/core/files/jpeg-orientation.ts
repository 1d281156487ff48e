/** Reads the orientation that a camera recorded in its picture (EXIF 2.32, tag 0x0112). */

/**
 * 1 to 8: how the stored picture must be turned before it is shown, as browsers do. 1 (not at all) if the
 * file has no orientation or cannot be read. The first 64 kB of a file are enough. Takes about a millisecond,
 * too long for the intake.
 */
export async function jpegOrientation(file: Uint8Array): Promise<number> {
  // Loaded when first needed: a device that draws no evidence does not spend its memory on it.
  const { default: sharp } = await import('sharp')
  try {
    const { orientation = 1 } = await sharp(file).metadata()
    return orientation >= 1 && orientation <= 8 ? orientation : 1
  } catch {
    return 1 // empty, truncated, or not a picture
  }
}
