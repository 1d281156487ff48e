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

/**
 * The bounding box of an element once two looks in a row find the same: a picture is laid out again when it
 * has loaded.
 */
export async function boxAtRest(element: Locator): Promise<Box> {
  const seen: (Box | null)[] = []
  await expect
    .poll(async () => {
      seen.push(await element.boundingBox())
      const [before, now] = seen.slice(-2)
      return now && now.width > 100 && JSON.stringify(before) === JSON.stringify(now)
    })
    .toBe(true)
  const last = seen.at(-1)
  if (!last) throw new Error('The element is not on the screen')
  return last
}
