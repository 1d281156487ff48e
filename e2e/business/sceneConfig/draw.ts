/** Draws lots in the scene editor as a user does: the tool, then four corners on the picture. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { Areas } from '@parking/console/locales/areas.ts'

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

/** Draws a lot with these corners (shares of the picture from 0 to 1, as on the wire). */
export async function drawLot(
  page: Page,
  words: Areas,
  corners: readonly (readonly [number, number])[],
): Promise<void> {
  const scene = words.camera.scene
  await page.getByRole('button', { name: scene.quad, exact: true }).click()
  const image = page.getByRole('img', { name: scene.picture })
  const picture = await boxAtRest(image)
  for (const [x, y] of corners)
    await page.mouse.click(picture.x + x * picture.width, picture.y + y * picture.height)
}

/** An element's box once two readings agree: a picture is laid out again when it has loaded. */
export async function boxAtRest(element: Locator): Promise<Box> {
  let box: Box | null = null
  await expect(async () => {
    const before = box
    box = await element.boundingBox()
    expect(box?.width).toBeGreaterThan(100)
    expect(box).toEqual(before)
  }).toPass()
  return box!
}
