/**
 * Adding a camera: network search, connection step by step, picture before saving, each failure with its
 * step. Long because each failure needs its own camera.
 */
import type { Locator, Page } from '@playwright/test'
import { camera_password, type World } from '@parking/sim/world.ts'
import type { CameraStep } from '@parking/contract/core/codes.ts'
import type { Areas } from '@parking/console/locales/areas.ts'
import { borrowFfmpeg } from '#scripts/lib/ffmpeg.mjs'
import { expect, test } from '#e2e/fixtures.ts'

/** ffmpeg of this computer, or of an unpacked Debian package, made available to the simulated device. */
const has_ffmpeg = await borrowFfmpeg()

test.use({ stage: { on_street: 4, added: 1, discovery: true } })

const box = (within: Locator, name: string) => within.getByRole('textbox', { name, exact: true })
const cameraOf = (world: World, at: number) => {
  const camera = world.cameras[at]
  if (!camera) throw new Error(`There is no camera ${at} on the street`)
  return camera
}
const row = (dialog: Locator, name: string) =>
  dialog.getByRole('listitem').filter({ has: dialog.page().getByRole('checkbox', { name, exact: true }) })

async function openAdd(page: Page, words: Areas, way?: 'onvif' | 'common'): Promise<Locator> {
  await page.goto(way ? `/business/sceneConfig?add=${way}` : '/business/sceneConfig')
  if (!way) await page.getByRole('button', { name: words.camera.add, exact: true }).click()
  return page.getByRole('dialog', { name: words.camera.form.title })
}

test('finds cameras, marks existing ones, and fills in, previews, names and adds one', async ({
  counting,
  page,
  world,
  device,
  words,
}) => {
  const [known, camera] = [cameraOf(world, 0), cameraOf(world, 2)]
  camera.setClockOffset(600_000)
  const { form, wizard, added, detail } = words.camera
  await counting('add_camera')
  const dialog = await openAdd(page, words)
  await expect(dialog.getByText(wizard.found.count(4, 3))).toBeVisible()
  await expect(row(dialog, known.name)).toContainText(wizard.found.known)
  await expect(dialog.getByRole('checkbox', { name: known.name, exact: true })).toBeDisabled()
  await expect(row(dialog, camera.name)).toContainText(`${camera.model} · ${camera.host}:${camera.port}`)

  await dialog.getByRole('searchbox', { name: wizard.found.filter }).fill(camera.name)
  await expect(row(dialog, known.name)).toBeHidden()
  await dialog.getByRole('checkbox', { name: camera.name, exact: true }).check()
  await dialog.getByLabel(form.password, { exact: true }).fill(camera_password)
  await dialog.getByRole('button', { name: form.submit, exact: true }).click()

  await expect(dialog.getByRole('img', { name: wizard.picture })).toHaveJSProperty('naturalWidth', 1920)
  await expect(dialog).toContainText(`Streetlight ${camera.model}`)
  await expect(dialog).toContainText('1920×1080')
  await expect(dialog).toContainText(`${detail.ptz}${detail.yes}`)
  await expect(dialog).toContainText(wizard.ahead(wizard.minutes(10)))
  await expect(dialog.getByText(wizard.clock_warning)).toBeVisible()
  await expect(box(dialog, form.camera_name)).toHaveValue(camera.name)
  expect((await device.call('/api/camera/list_cameras', { page: 1, page_size: 10 })).total).toBe(1)

  await counting()
  await dialog.getByRole('button', { name: wizard.back }).click()
  await expect(box(dialog, form.ipv4)).toHaveValue(camera.host)
  await expect(box(dialog, form.onvif_port)).toHaveValue(String(camera.port))
  await expect(dialog.getByLabel(form.password, { exact: true })).toHaveValue(camera_password)
  await dialog.getByRole('button', { name: form.submit, exact: true }).click()
  await counting('add_camera')
  await dialog.getByRole('button', { name: wizard.add }).click()
  // The picture is requested in the displayed size.
  await expect(
    page.getByRole('dialog', { name: added.title(camera.name) }).getByRole('img'),
  ).toHaveJSProperty('naturalWidth', 640)
  camera.setClockOffset(0)
  await device.call('/api/camera/delete_camera', { camera_sn: camera.serial })
})

test(
  'adds several with a shared account; one failure says why and is retried',
  { tag: '@tw' },
  async ({ page, world, device, words }) => {
    const [one, two] = [cameraOf(world, 1), cameraOf(world, 3)]
    two.setPassword('another-one#1')
    const { form, wizard, many } = words.camera
    const dialog = await openAdd(page, words)
    for (const camera of [one, two])
      await dialog.getByRole('checkbox', { name: camera.name, exact: true }).check()
    await dialog.getByLabel(form.password, { exact: true }).fill(camera_password)
    await dialog.getByRole('button', { name: wizard.found.many(2) }).click()
    await expect(dialog.getByText(many.progress(2, { done: 1, failed: 1, unknown: 0 }))).toBeVisible()
    await expect(row(dialog, one.name)).toContainText(many.added)
    await expect(row(dialog, two.name)).toContainText(words.camera.reasons.signin)
    two.setPassword(camera_password)
    // A camera on a busy machine may take too long to send its picture; a user presses again.
    const again = dialog.getByRole('button', { name: wizard.found.many(1) })
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 20_000 })
      await expect(dialog.getByText(many.progress(2, { done: 2, failed: 0, unknown: 0 }))).toBeVisible({
        timeout: 20_000,
      })
    }).toPass()
    for (const { serial } of [one, two]) await device.call('/api/camera/delete_camera', { camera_sn: serial })
  },
)

for (const size of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test(
    `selecting moves no row at ${size.width} px, the password stays in view, the button says what it lacks`,
    { tag: '@tw' },
    async ({ page, world, words }) => {
      await page.setViewportSize(size)
      const { form, wizard } = words.camera
      const dialog = await openAdd(page, words)
      const [one, two] = [cameraOf(world, 1), cameraOf(world, 2)]
      const box_of = (name: string) => dialog.getByRole('checkbox', { name, exact: true })
      await expect(dialog.getByText(wizard.found.count(4, 3))).toBeVisible()
      const placesOf = async () => Promise.all([one, two].map(({ name }) => box_of(name).boundingBox()))
      const before = await placesOf()
      const submit = dialog.getByRole('button', { name: form.submit, exact: true })
      await expect(submit).toHaveAttribute('aria-disabled', 'true')
      await expect(submit).toHaveAccessibleDescription(wizard.found.pick)
      for (const { name } of [one, two]) {
        await box_of(name).check()
        expect(await placesOf()).toEqual(before)
        await expect(dialog.getByLabel(form.password, { exact: true })).toBeInViewport({ ratio: 1 })
      }
      await expect(dialog.getByRole('button', { name: wizard.found.many(2) })).toBeInViewport({ ratio: 1 })
      await dialog.getByLabel(form.password, { exact: true }).fill('wrong')
      await box_of(two.name).uncheck()
      await dialog.getByRole('button', { name: form.submit, exact: true }).click()
      await expect(dialog.getByText(form.failed_at(words.codes.camera_step.signin))).toBeVisible()
      await expect(dialog.getByLabel(form.password, { exact: true })).toHaveValue('wrong')
    },
  )

test('names each failing step with advice, keeps the input, and succeeds on the next attempt', async ({
  counting,
  page,
  world,
  words,
}) => {
  const camera = cameraOf(world, 1)
  const { form, wizard, reasons } = words.camera
  const dialog = await openAdd(page, words, 'onvif')
  const failsAt = async (step: CameraStep, ...whys: string[]) => {
    await dialog.getByRole('button', { name: form.submit, exact: true }).click()
    await expect(dialog.getByText(form.failed_at(words.codes.camera_step[step]))).toBeVisible()
    const shown = (whys.length > 0 ? whys : [reasons[step]]).map((why) => dialog.getByText(why))
    await expect(shown.reduce((either, one) => either.or(one))).toBeVisible()
  }
  await box(dialog, form.ipv4).fill('no-such-camera.invalid')
  await box(dialog, form.onvif_port).fill(String(camera.port))
  await dialog.getByLabel(form.password, { exact: true }).fill('Wrong#2026')
  await failsAt('reach')
  await box(dialog, form.ipv4).fill(camera.host)
  camera.setFault('refuse')
  // The connection is reset before or after it counts as open.
  await failsAt('port', reasons.port, words.errors.reasons.cut_short)
  camera.setFault('junk')
  await failsAt('port', words.errors.reasons.not_onvif)
  camera.setFault('none')
  await counting('failed_camera')
  await failsAt('signin')
  await expect(dialog.getByLabel(form.password, { exact: true })).toHaveValue('Wrong#2026')
  await dialog.getByLabel(form.password, { exact: true }).fill(camera_password)
  await counting()
  for (const [fault, step] of [
    // Right password, but a wrong clock that the camera never reports: the sign-in fails.
    ['hidden_clock', 'signin'],
    ['no_profile', 'profile'],
    ['no_stream', 'stream'],
  ] as const) {
    camera.setFault(fault)
    camera.setClockOffset(fault === 'hidden_clock' ? 3_600_000 : 0)
    await failsAt(step)
  }
  camera.setFault('hang')
  await dialog.getByRole('button', { name: form.submit, exact: true }).click()
  await expect(dialog.getByRole('list', { name: wizard.steps })).toBeVisible()
  await expect(dialog.getByText(wizard.now(words.codes.camera_step.reach))).toBeVisible()
  await expect(dialog.getByText(form.failed_at(words.codes.camera_step.port))).toBeVisible()
  camera.setFault('none')
  await counting('failed_camera')
  await dialog.getByRole('button', { name: form.submit, exact: true }).click()
  await expect(dialog.getByRole('img', { name: wizard.picture })).toHaveJSProperty('naturalWidth', 1920)
})

test(
  'no camera answers: says what to check and links to adding by address; a new search finds them',
  { tag: '@tw' },
  async ({ page, world, words }) => {
    const { wizard, form } = words.camera
    for (const camera of world.cameras) await camera.setPower(false)
    const dialog = await openAdd(page, words)
    await expect(dialog.getByRole('heading', { name: wizard.found.none })).toBeVisible()
    await expect(dialog.getByText(wizard.found.none_body)).toBeVisible()
    for (const camera of world.cameras) await camera.setPower(true)
    await dialog.getByRole('button', { name: wizard.found.again }).click()
    await expect(dialog.getByText(wizard.found.count(4, 3))).toBeVisible()
    await dialog.getByRole('radio', { name: form.onvif, exact: true }).click()
    await expect(box(dialog, form.ipv4)).toHaveValue('')
  },
)

test("shows a common camera's picture first; a wrong URL names the step", async ({ page, world, words }) => {
  const camera = cameraOf(world, 3)
  const { form, wizard } = words.camera
  const dialog = await openAdd(page, words, 'common')
  await box(dialog, form.frame_url).fill(`http://${camera.host}:${camera.port}/nothing.jpg`)
  await box(dialog, form.username).fill('admin')
  await dialog.getByLabel(form.password, { exact: true }).fill(camera_password)
  await dialog.getByRole('button', { name: form.submit, exact: true }).click()
  await expect(dialog.getByText(form.failed_at(words.codes.camera_step.picture))).toBeVisible()
  await box(dialog, form.frame_url).fill(`http://${camera.host}:${camera.port}/snapshot.jpg`)
  await dialog.getByRole('button', { name: form.submit, exact: true }).click()
  await expect(dialog.getByRole('img', { name: wizard.picture })).toHaveJSProperty('naturalWidth', 1920)
  await expect(dialog).toContainText('1920×1080')
  // On a phone the actions stay at the bottom of the window, whatever the content above them.
  await page.setViewportSize({ width: 390, height: 844 })
  const add = dialog.getByRole('button', { name: wizard.add })
  await expect(add).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('img', { name: wizard.picture }).scrollIntoViewIfNeeded()
  await expect(add).toBeInViewport({ ratio: 1 })
})

// Without ffmpeg the device accepts such a URL unchecked.
if (has_ffmpeg) {
  test('shows picture and codec of a stream-only camera; reports an invalid stream at its field', async ({
    page,
    world,
    words,
  }) => {
    const camera = cameraOf(world, 3)
    const { form, wizard } = words.camera
    const dialog = await openAdd(page, words, 'common')
    const stream = box(dialog, form.stream_url_main)
    await stream.fill(`rtsp://${camera.host}:${camera.port}/main`)
    await box(dialog, form.username).fill('admin')
    await dialog.getByLabel(form.password, { exact: true }).fill(camera_password)
    await dialog.getByRole('button', { name: form.submit, exact: true }).click()
    await expect(dialog.getByText(form.failed_at(words.codes.camera_step.stream))).toBeVisible()
    await expect(stream).toHaveAttribute('aria-invalid', 'true')
    await stream.fill(`rtsp://${camera.host}:${camera.rtsp?.port ?? 0}/main`)
    await dialog.getByRole('button', { name: form.submit, exact: true }).click()
    await expect(dialog.getByRole('img', { name: wizard.picture })).toHaveJSProperty('naturalWidth', 640)
    await expect(dialog).toContainText('640×360')
    await expect(dialog).toContainText('H.264')
  })
}
