/**
 * Cameras (spec §3, §4, §7): search, filters, adding by ONVIF and by URL with every failed step, details,
 * deleting. Long because all tests share one street.
 */
import type { Locator, Page } from '@playwright/test'
import { camera_password, camera_username, type World } from '@parking/sim/world.ts'
import { expect, heading, test } from '../fixtures.ts'

test.use({ stage: { on_street: 5, added: 2, analysis: true } })

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
const box = (within: Locator, name: string) => within.getByRole('textbox', { name, exact: true })
const cameraOf = (world: World, at: number) => {
  const camera = world.cameras[at]
  if (!camera) throw new Error(`There is no camera ${at} on the street`)
  return camera
}

test("shows each camera's state and picture; the search is in the URL", async ({ page, world, words }) => {
  const [one, two] = [cameraOf(world, 0), cameraOf(world, 1)]
  await page.goto('/business/sceneConfig')
  await expect(heading(page, words.camera.title)).toBeVisible()
  await expect(card(page, one.name)).toContainText(words.codes.camera_state.online)
  await expect(
    card(page, one.name).getByRole('img', { name: words.camera.picture.of(one.name) }),
  ).toHaveJSProperty('naturalWidth', 320) // the displayed size
  await page.getByRole('searchbox', { name: words.camera.search }).fill(two.name)
  await expect(card(page, one.name)).toBeHidden()
  await expect(card(page, two.name)).toBeVisible()
  await expect(page).toHaveURL(/text=/)
  await page.getByRole('searchbox', { name: words.camera.search }).fill('')
  await page.getByRole('button', { name: new RegExp(`^${words.codes.camera_state.error}`) }).click()
  await expect(page).toHaveURL(/state=2/)
  await expect(page.getByRole('heading', { name: words.camera.none.title })).toBeVisible()
  await page.getByRole('button', { name: words.camera.none.clear }).click()
  await expect(card(page, one.name)).toBeVisible()
})

test(
  'every field of the form refuses invalid values, and nothing is sent',
  { tag: '@tw' },
  async ({ page, words }) => {
    const { form } = words.camera
    await page.goto('/business/sceneConfig?add=onvif')
    const dialog = page.getByRole('dialog', { name: form.title })
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    await dialog.getByRole('button', { name: form.submit, exact: true }).click()
    await expect(box(dialog, form.ipv4)).toHaveAccessibleDescription(words.errors.issues.required)
    await expect(box(dialog, form.ipv4)).toBeFocused()
    await box(dialog, form.ipv4).fill('300.1.1.1')
    await box(dialog, form.ipv4).blur()
    await expect(box(dialog, form.ipv4)).toHaveAccessibleDescription(words.errors.issues.host)
    await box(dialog, form.onvif_port).fill('70000')
    await box(dialog, form.onvif_port).blur()
    await expect(box(dialog, form.onvif_port)).toHaveAccessibleDescription(words.errors.issues.too_big(65535))
    await box(dialog, form.onvif_port).fill('8.5')
    await box(dialog, form.onvif_port).blur()
    await expect(box(dialog, form.onvif_port)).toHaveAccessibleDescription(words.errors.issues.not_whole)
    await dialog.getByRole('radio', { name: form.common, exact: true }).click()
    await expect(page).toHaveURL(/add=common/)
    await box(dialog, form.frame_url).fill('not a url')
    await box(dialog, form.frame_url).blur()
    await expect(box(dialog, form.frame_url)).toHaveAccessibleDescription(words.errors.issues.url)
    expect(sent.filter((path) => /add_|try_/.test(path))).toEqual([])
  },
)

test('the dialog is in the address: Back, Forward and Esc work @tw', async ({ page, words }) => {
  const add = page.getByRole('button', { name: words.camera.add, exact: true })
  const dialog = page.getByRole('dialog', { name: words.camera.form.title })
  await page.goto('/business/sceneConfig')
  await add.click()
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(/\?add=found$/)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.goForward()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/sceneConfig$/)
  await add.evaluate(async (button: HTMLButtonElement) => {
    button.click()
    // The dialog is rendered in a microtask, and the address changes after the paint.
    await Promise.resolve()
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  })
  await expect(dialog).toBeHidden()
  await add.click()
  await expect(dialog).toBeVisible()
})

test('adding by ONVIF: a wrong password names its step; the right one shows the picture', async ({
  page,
  world,
  words,
}) => {
  const camera = cameraOf(world, 2)
  const { form, wizard } = words.camera
  await page.goto('/business/sceneConfig')
  await page.getByRole('button', { name: words.camera.add, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: form.title })
  await dialog.getByRole('radio', { name: form.onvif, exact: true }).click()
  await box(dialog, form.ipv4).fill(camera.host)
  await box(dialog, form.onvif_port).fill(String(camera.port))
  await box(dialog, form.username).fill(camera_username)
  await dialog.getByLabel(form.password, { exact: true }).fill('Wrong#2026')
  await dialog.getByRole('button', { name: form.submit, exact: true }).click()
  await expect(dialog.getByText(form.failed_at(words.codes.camera_step.signin))).toBeVisible()
  await expect(dialog.getByText(words.camera.reasons.signin)).toBeVisible()
  await expect(box(dialog, form.ipv4)).toHaveValue(camera.host)
  await expect(dialog.getByLabel(form.password, { exact: true })).toHaveValue('Wrong#2026')
  await dialog.getByLabel(form.password, { exact: true }).fill(camera_password)
  await dialog.getByRole('button', { name: form.submit, exact: true }).click()
  await expect(dialog.getByRole('img', { name: wizard.picture })).toHaveJSProperty('naturalWidth', 1920)
  await box(dialog, form.camera_name).fill('东门 3')
  await dialog.getByRole('button', { name: wizard.add }).click()
  const added = page.getByRole('dialog', { name: words.camera.added.title('东门 3') })
  await expect(added.getByRole('img', { name: words.camera.picture.of('东门 3') })).toHaveJSProperty(
    'naturalWidth',
    640,
  )
  await expect(added).toContainText(camera.model)
  await added.getByRole('button', { name: words.camera.added.later }).click()
  await expect(card(page, '东门 3')).toContainText(words.codes.camera_state.online)
})

test('refuses a camera that exists already, at its field (5000)', async ({ page, world, words }) => {
  const camera = cameraOf(world, 0)
  const { form } = words.camera
  await page.goto('/business/sceneConfig?add=onvif')
  const dialog = page.getByRole('dialog', { name: form.title })
  await box(dialog, form.ipv4).fill(camera.host)
  await box(dialog, form.onvif_port).fill(String(camera.port))
  await dialog.getByLabel(form.password, { exact: true }).fill(camera_password)
  await dialog.getByRole('button', { name: form.submit, exact: true }).click()
  await expect(box(dialog, form.ipv4)).toHaveAccessibleDescription(words.errors.issues.duplicate)
  await expect(box(dialog, form.ipv4)).toHaveValue(camera.host)
})

test('reports an unreachable camera at the first step', async ({ page, world, words }) => {
  const camera = cameraOf(world, 4)
  await camera.setPower(false)
  const { form } = words.camera
  await page.goto('/business/sceneConfig?add=onvif')
  const dialog = page.getByRole('dialog', { name: form.title })
  await box(dialog, form.ipv4).fill(camera.host)
  await box(dialog, form.onvif_port).fill(String(camera.port))
  await dialog.getByLabel(form.password, { exact: true }).fill(camera_password)
  await dialog.getByRole('button', { name: form.submit, exact: true }).click()
  await expect(dialog.getByText(form.failed_at(words.codes.camera_step.port))).toBeVisible()
  await camera.setPower(true)
})

test('adds a camera without ONVIF by its picture URL', async ({ page, world, device, words }) => {
  const camera = cameraOf(world, 3)
  const { frame_url } = (await device.call('/api/camera/list_cameras', { page: 1, page_size: 10 })).list.find(
    (one) => one.camera_sn === cameraOf(world, 0).serial,
  ) ?? { frame_url: '' }
  const { form } = words.camera
  await page.goto('/business/sceneConfig?add=common')
  const dialog = page.getByRole('dialog', { name: form.title })
  await box(dialog, form.frame_url).fill(frame_url.replace(/:\d+\//, `:${camera.port}/`))
  await box(dialog, form.username).fill(camera_username)
  await dialog.getByLabel(form.password, { exact: true }).fill(camera_password)
  const picture = dialog.getByRole('img', { name: words.camera.wizard.picture })
  // On a busy machine the street may draw its picture later than the device waits; a user tries again.
  await expect(async () => {
    if (!(await picture.isVisible()))
      await dialog.getByRole('button', { name: form.submit, exact: true }).click({ timeout: 5_000 })
    await expect(picture).toHaveJSProperty('naturalWidth', 1920, { timeout: 15_000 })
  }).toPass()
  await box(dialog, form.camera_name).fill('西门 1')
  await dialog.getByRole('button', { name: words.camera.wizard.add }).click()
  await expect(
    page.getByRole('dialog', { name: words.camera.added.title('西门 1') }).getByRole('img'),
  ).toHaveJSProperty('naturalWidth', 640)
})

test('takes a new picture on demand; before deleting a camera, lists what else is deleted', async ({
  page,
  world,
  device,
  words,
}) => {
  const camera = cameraOf(world, 1)
  await page.goto('/business/sceneConfig')
  const picture = card(page, camera.name).getByRole('img', { name: words.camera.picture.of(camera.name) })
  const before = await picture.getAttribute('src')
  await page.getByRole('button', { name: words.camera.picture.take_of(camera.name) }).click()
  await expect(picture).not.toHaveAttribute('src', before ?? '')
  await card(page, camera.name).getByRole('button', { name: camera.name, exact: true }).click()
  const detail = page.getByRole('dialog', { name: camera.name })
  await expect(detail).toContainText(camera.serial)
  const { title, tags, no_misses } = words.camera.analysis
  const analysis = detail.getByRole('region', { name: title })
  await expect(analysis).toContainText(tags.well)
  await expect(analysis).toContainText(no_misses)
  await expect(page).toHaveURL(/camera_sn=/)
  await detail.getByRole('button', { name: words.camera.detail.delete_camera }).click()
  const question = page.getByRole('alertdialog', { name: words.camera.delete_camera.title(camera.name) })
  await expect(question).toContainText(words.camera.delete_camera.body(1, world.street.lots(1).length))
  await question.getByRole('button', { name: words.camera.delete_camera.confirm }).click()
  await expect(page.getByText(words.camera.delete_camera.done)).toBeVisible()
  await expect(card(page, camera.name)).toBeHidden()
  expect(
    (await device.call('/api/camera/get_all_lots_no', {})).list.map((lot) => lot.camera_sn),
  ).not.toContain(camera.serial)
})

test('validates a list line by line, reports each camera, and retries the failed ones', async ({
  page,
  world,
  device,
  words,
  language,
}) => {
  const { many, form } = words.camera
  const [three, four] = [cameraOf(world, 3), cameraOf(world, 4)]
  const line = (name: string, at: { host: string; port: number }, secret: string) =>
    `${name}, ${at.host}, ${at.port}, ${camera_username}, "${secret}"`
  await page.goto('/business/sceneConfig?add=many')
  const dialog = page.getByRole('dialog', { name: form.title })
  const list = dialog.getByRole('textbox', { name: many.label })
  await list.fill(`${line(`甲 ${language}`, three, camera_password)}\n乙, 300.1.1.1, 80, admin, x`)
  const said = (text: string) => dialog.getByRole('status').filter({ hasText: text })
  await expect(said(many.wrong(1))).toBeVisible()
  await expect(dialog.getByRole('listitem').nth(1)).toContainText(`${form.ipv4}：${words.errors.issues.host}`)
  await expect(dialog.getByRole('button', { name: many.submit(1) })).toBeDisabled()
  four.setPassword('another-one#1')
  await list.fill(
    `${line(`甲 ${language}`, three, camera_password)}\n${line(`乙 ${language}`, four, camera_password)}`,
  )
  await dialog.getByRole('button', { name: many.submit(2) }).click()
  await expect(said(many.progress(2, { done: 1, failed: 1, unknown: 0 }))).toBeVisible()
  await expect(dialog.getByRole('listitem').nth(0)).toContainText(many.added)
  await expect(dialog.getByRole('listitem').nth(1)).toContainText(words.camera.reasons.signin)
  four.setPassword(camera_password)
  await dialog.getByRole('button', { name: many.retry(1) }).click()
  await expect(said(many.progress(2, { done: 2, failed: 0, unknown: 0 }))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card(page, `乙 ${language}`)).toBeVisible()
  for (const { serial } of [three, four])
    await device.call('/api/camera/delete_camera', { camera_sn: serial })
})
