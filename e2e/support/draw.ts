/** Drawing lots as a person does: the tool, then four corners on the picture. */
import { expect, type Page } from '@playwright/test'
import type { Areas } from '../../console/src/locales/areas.ts'

/** Draws a lot round four corners (0 to 1 of the picture, as the wire has them). */
export async function drawLot(page: Page, words: Areas, corners: readonly (readonly [number, number])[]): Promise<void> {
  const scene = words.camera.scene
  await page.getByRole('button', { name: scene.quad, exact: true }).click()
  const image = page.getByRole('img', { name: scene.picture })
  // A picture that has just come is laid out once more when its size is known.
  await expect.poll(async () => (await image.boundingBox())?.width ?? 0).toBeGreaterThan(100)
  const picture = await image.boundingBox()
  if (!picture) throw new Error('The picture is not on the screen')
  for (const [x, y] of corners) await page.mouse.click(picture.x + x * picture.width, picture.y + y * picture.height)
}
