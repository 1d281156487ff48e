/**
 * The live view: pictures without ffmpeg, video with it, a camera that fails and returns, and a hidden tab.
 */
import type { Page } from '@playwright/test'
import { borrowFfmpeg } from '#scripts/lib/ffmpeg.mjs'
import { expect, test } from '#e2e/fixtures.ts'
import type { Areas } from '@parking/console/locales/areas.ts'
import type { World } from '@parking/sim/world.ts'

test.use({ stage: { on_street: 1, added: 1 } })

/** ffmpeg of this computer, or of an unpacked Debian package, made available to the simulated device. */
const has_ffmpeg = await borrowFfmpeg()
const cameraOf = (world: World) => {
  const camera = world.cameras[0]
  if (!camera) throw new Error('There is no camera on the street')
  return camera
}

async function open(page: Page, words: Areas, world: World) {
  const { serial, name } = cameraOf(world)
  await page.goto(`/business/sceneConfig?camera_sn=${serial}`)
  await page.getByRole('button', { name: words.camera.live.open, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: words.camera.live.title(name) })
  await expect(dialog).toBeVisible()
  return {
    dialog,
    picture: dialog.getByRole('img', { name: words.camera.live.of(name) }),
    video: dialog.locator('video'),
    status: dialog.getByRole('status'),
  }
}

test('shows pictures without ffmpeg and why; releases the camera', async ({ page, device, world, words }) => {
  device.machine.installed('ffmpeg', false)
  const { live } = words.camera
  const { dialog, picture, status } = await open(page, words, world)
  await expect(picture).toHaveJSProperty('naturalWidth', 1920)
  await expect(status).toHaveText(live.live)
  await expect(dialog.getByRole('note')).toHaveText(live.because.no_ffmpeg)
  const first = await picture.getAttribute('src')
  await expect(picture).not.toHaveAttribute('src', first ?? '')
  const { fullscreen, leave_fullscreen } = words.shell.header
  await dialog.getByRole('button', { name: fullscreen }).click()
  await expect.poll(async () => (await picture.boundingBox())?.width).toBe(page.viewportSize()?.width)
  await dialog.getByRole('button', { name: leave_fullscreen }).click()
  await expect(dialog.getByRole('button', { name: fullscreen })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: live.open, exact: true })).toBeVisible()
})

test(
  'explains a camera failure, keeps the last picture and reconnects; a hidden tab requests nothing',
  { tag: '@tw' },
  async ({ page, device, world, words }) => {
    device.machine.installed('ffmpeg', false)
    const { live, reasons } = words.camera
    const { dialog, picture, status } = await open(page, words, world)
    await expect(status).toHaveText(live.live)
    await cameraOf(world).setPower(false)
    await expect(dialog.getByRole('alert')).toHaveText(reasons.port)
    await expect(status).toHaveText(live.interrupted)
    await expect(picture).toBeVisible()
    await cameraOf(world).setPower(true)
    await expect(status).toHaveText(live.live)
    const turn = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { configurable: true, value })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    await turn(true)
    await expect(status).toHaveText(live.paused)
    await turn(false)
    await expect(status).toHaveText(live.live)
  },
)

test('the list behind the live view stops polling and loading pictures, and resumes afterwards', async ({
  page,
  device,
  world,
  words,
}) => {
  device.machine.installed('ffmpeg', false)
  await page.clock.install()
  const { dialog, picture } = await open(page, words, world)
  await expect(picture).toHaveJSProperty('naturalWidth', 1920)
  const asked: string[] = []
  page.on('request', (request) => {
    if (/list_cameras|camera_state|\/media\//.test(request.url())) asked.push(request.url())
  })
  await page.clock.runFor(60_000)
  // Polling would make twelve requests; each connection lost on a busy machine causes one more.
  expect(asked.filter((url) => url.includes('list_cameras')).length).toBeLessThan(8)
  expect(asked.filter((url) => url.includes('/media/'))).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect.poll(() => asked.some((url) => url.includes('list_cameras'))).toBe(true)
})

test('a card loads its picture in the displayed size', { tag: '@tw' }, async ({ page, world, words }) => {
  const { name } = cameraOf(world)
  await page.goto('/business/sceneConfig')
  const image = page.getByRole('listitem').getByRole('img', { name: words.camera.picture.of(name) })
  const shown = await image.evaluate((one: HTMLImageElement) => [one.clientWidth, one.naturalWidth])
  const [css_px = 0, natural_px = 0] = shown
  expect(natural_px).toBeGreaterThanOrEqual(Math.min(css_px, 1280))
  expect(natural_px).toBeLessThan(2 * css_px)
  const answer = await page.request.get((await image.getAttribute('src')) ?? '', {
    headers: { accept: 'image/webp' },
  })
  expect(answer.headers()['content-type']).toBe('image/webp')
  expect((await answer.body()).length).toBeLessThan(40_000)
})

// The tests above cover a device without it. Playback is the same in both languages.
if (has_ffmpeg) {
  test('plays the stream with ffmpeg, and releases the camera when no viewer is left', async ({
    page,
    device,
    world,
    words,
  }) => {
    device.machine.installed('ffmpeg', true)
    const { live } = words.camera
    const camera = cameraOf(world)
    const { video, status, dialog } = await open(page, words, world)
    await expect(status).toHaveText(live.live)
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(640)
    const at = await video.evaluate((element: HTMLVideoElement) => element.currentTime)
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
      .toBeGreaterThan(at + 1)
    await expect(dialog.getByRole('note')).toBeHidden()
    expect(camera.rtsp?.playing).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => camera.rtsp?.playing).toBe(0)
  })
}
