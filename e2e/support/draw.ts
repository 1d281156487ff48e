/** Drawing lots as a person does: the tool, then four corners on the picture. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { Areas } from '@parking/console/locales/areas.ts'

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

/** Draws a lot round four corners (0 to 1 of the picture, as the wire has them). */
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

/** Where something is on the screen, once it stays there: what has just come is laid out once more when its size is known. */
export async function boxAtRest(thing: Locator): Promise<Box> {
  const seen: (Box | null)[] = []
  await expect
    .poll(async () => {
      seen.push(await thing.boundingBox())
      const [before, now] = seen.slice(-2)
      return now && now.width > 100 && JSON.stringify(before) === JSON.stringify(now)
    })
    .toBe(true)
  const last = seen.at(-1)
  if (!last) throw new Error('It is not on the screen')
  return last
}
