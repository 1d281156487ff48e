/**
 * One camera: PTZ pad (pointer, keys, touch) with presets, and editing after its picture was shown.
 * Long because both need the same dome camera.
 */
import type { Locator, Page } from '@playwright/test'
import { camera_password, type World } from '@parking/sim/world.ts'
import type { Areas } from '@parking/console/locales/areas.ts'
import { asRole } from '#e2e/support/as-role.ts'
import { expect, test } from '#e2e/fixtures.ts'
import { violations } from '#e2e/measures/violations.ts'

test.use({ stage: { on_street: 3, added: 3 } })

/** The third camera of the street is a dome, the first one is fixed. */
const cameraOf = (world: World, at: number) => {
  const camera = world.cameras[at]
  if (!camera) throw new Error(`There is no camera ${at} on the street`)
  return camera
}
const box = (within: Locator, name: string) => within.getByRole('textbox', { name, exact: true })

async function live(page: Page, words: Areas, world: World, at: number): Promise<Locator> {
  const { serial, name } = cameraOf(world, at)
  await page.goto(`/business/sceneConfig?camera_sn=${serial}`)
  await page.getByRole('button', { name: words.camera.live.open, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: words.camera.live.title(name) })
  await expect(dialog.getByRole('img', { name: words.camera.live.of(name) })).toHaveJSProperty(
    'naturalWidth',
    1920,
  )
  return dialog
}

async function openEdit(page: Page, words: Areas, world: World, at: number): Promise<Locator> {
  const { serial, name } = cameraOf(world, at)
  await page.goto(`/business/sceneConfig?camera_sn=${serial}`)
  await page.getByRole('button', { name: words.camera.change.open, exact: true }).click()
  return page.getByRole('dialog', { name: words.camera.change.title(name) })
}

test.describe('zh', () => {
  test('moves a dome camera while pointer or key is held, its picture moves, and presets return it', async ({
    page,
    world,
    device,
    words,
  }) => {
    const dome = cameraOf(world, 2)
    const { ptz } = words.camera
    device.machine.installed('ffmpeg', false)
    const dialog = await live(page, words, world, 2)
    const right = dialog.getByRole('button', { name: ptz.turns.right, exact: true })
    await expect(dialog.getByText(ptz.scenes(1))).toBeVisible()
    await expect(dialog.getByRole('button', { name: ptz.go('Home') })).toBeVisible()
    expect(await violations(page)).toEqual([])

    await right.hover()
    await page.mouse.down()
    await expect(dialog.getByText(ptz.moving)).toBeVisible()
    await expect.poll(() => dome.aim().pan).toBeGreaterThan(0.02)
    await page.mouse.up()
    await expect(dialog.getByText(ptz.still)).toBeVisible()
    await expect.poll(() => dome.requests['Stop'] ?? 0).toBe(1)
    const { pan } = dome.aim()

    await page.keyboard.down('ArrowLeft')
    await expect.poll(() => dome.aim().pan).toBeLessThan(pan - 0.01)
    await page.keyboard.up('ArrowLeft')
    await expect.poll(() => dome.requests['Stop'] ?? 0).toBe(2)
    await dialog.getByRole('button', { name: ptz.closer, exact: true }).focus()
    await page.keyboard.down('Enter')
    await expect.poll(() => dome.aim().zoom).toBeGreaterThan(0.01)
    // Leaving the page releases the buttons.
    await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    await expect.poll(() => dome.requests['Stop'] ?? 0).toBe(3)
    await page.keyboard.up('Enter')

    await box(dialog, ptz.name).fill('东门路口')
    await dialog.getByRole('button', { name: ptz.add }).click()
    await expect(dialog.getByRole('button', { name: ptz.go('东门路口'), exact: true })).toBeVisible()
    const kept = dome.aim()
    await dialog.getByRole('button', { name: ptz.go('Home'), exact: true }).click()
    await expect(page.getByText(ptz.went('Home'))).toBeVisible()
    expect(dome.aim()).toEqual({ pan: 0, tilt: 0, zoom: 0 })
    await dialog.getByRole('button', { name: ptz.go('东门路口'), exact: true }).click()
    await expect.poll(() => dome.aim()).toEqual(kept)
    await dialog.getByRole('button', { name: ptz.remove('东门路口') }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: ptz.remove_confirm }).click()
    await expect(dialog.getByRole('button', { name: ptz.go('东门路口'), exact: true })).toBeHidden()

    const { list } = await device.call('/api/system/log', { page: 1, page_size: 50, type: 2 })
    expect(list.map(({ content }) => content).join('\n')).toMatch(/admin: ptz_move from/)
  })

  test('explains a PTZ failure and retries; a fixed camera and a viewer have no PTZ', async ({
    page,
    world,
    device,
    words,
  }) => {
    const dome = cameraOf(world, 2)
    const { ptz } = words.camera
    device.machine.installed('ffmpeg', false)
    dome.setFault('motor')
    const dialog = await live(page, words, world, 2)
    await expect(dialog.getByText(words.errors.reasons.ptz_silent)).toBeVisible()
    dome.setFault('none')
    await dialog.getByRole('button', { name: ptz.retry, exact: true }).click()
    await expect(dialog.getByRole('button', { name: ptz.turns.up, exact: true })).toBeVisible()
    const bullet = await live(page, words, world, 0)
    await expect(bullet.getByRole('region', { name: ptz.title })).toBeHidden()
    await asRole(device, 'viewer', async () => {
      const seen = await live(page, words, world, 2)
      await expect(seen.getByRole('region', { name: ptz.title })).toBeHidden()
    })
  })

  test('edits a camera: failures at their fields, picture first; a new name alone is saved at once', async ({
    page,
    world,
    device,
    words,
  }) => {
    const camera = cameraOf(world, 0)
    const { form, change, wizard, detail } = words.camera
    const { issues } = words.errors
    let dialog = await openEdit(page, words, world, 0)
    await expect(box(dialog, form.ipv4)).toHaveValue(camera.host)
    await expect(dialog.getByLabel(form.password, { exact: true })).toHaveValue('')
    await expect(dialog.getByRole('region', { name: change.measured })).toContainText('1920×1080')
    await expect(dialog.getByRole('button', { name: change.submit })).toBeDisabled()
    expect(await violations(page)).toEqual([])

    const fails = async (field: Locator, value: string, sentence: string) => {
      await field.fill(value)
      await dialog.getByRole('button', { name: change.submit }).click()
      await expect(dialog.getByText(sentence)).toBeVisible()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
    }
    const password = dialog.getByLabel(form.password, { exact: true })
    await box(dialog, form.ipv4).fill('no-such-camera.invalid')
    await expect(password, 'the stored one stays at its address').toHaveAccessibleDescription(
      issues.secret_place,
    )
    await box(dialog, form.ipv4).fill(camera.host)
    await expect(password).not.toHaveAccessibleDescription(issues.secret_place)
    await password.fill(camera_password)
    await fails(box(dialog, form.ipv4), 'no-such-camera.invalid', issues.unreachable)
    await box(dialog, form.ipv4).fill(camera.host)
    await fails(box(dialog, form.onvif_port), '1', issues.no_answer)
    await box(dialog, form.onvif_port).fill(String(cameraOf(world, 1).port))
    await dialog.getByRole('button', { name: change.submit }).click()
    await expect(dialog.getByText(issues.duplicate)).toBeVisible()
    await box(dialog, form.onvif_port).fill(String(camera.port))
    camera.setPassword('changed#2026')
    await fails(dialog.getByLabel(form.password, { exact: true }), 'Wrong#2026', issues.signin_refused)
    await dialog.getByLabel(form.password, { exact: true }).fill('changed#2026')
    await box(dialog, form.camera_name).fill('改了名')
    await dialog.getByRole('button', { name: change.submit }).click()
    await expect(dialog.getByRole('img', { name: wizard.picture })).toHaveJSProperty('naturalWidth', 1920)
    expect(
      (await device.call('/api/camera/list_cameras', { page: 1, page_size: 10, text: '改了名' })).total,
    ).toBe(0)
    await dialog.getByRole('button', { name: change.back }).click()
    await expect(dialog.getByLabel(form.password, { exact: true })).toHaveValue('changed#2026')
    await dialog.getByRole('button', { name: change.submit }).click()
    await dialog.getByRole('button', { name: change.save }).click()
    await expect(page.getByText(change.saved)).toBeVisible()
    await expect(page.getByRole('dialog', { name: '改了名' })).toContainText(detail.measured)
    await device.call('/api/camera/snapshot', { camera_sn: camera.serial })

    await page.getByRole('button', { name: change.open, exact: true }).click()
    dialog = page.getByRole('dialog', { name: change.title('改了名') })
    await expect(dialog.getByLabel(form.password, { exact: true })).toHaveValue('')
    await camera.setPower(false)
    await box(dialog, form.camera_name).fill(camera.name)
    await dialog.getByRole('button', { name: change.submit }).click()
    await expect(page.getByRole('dialog', { name: camera.name, exact: true })).toBeVisible()
    await camera.setPower(true)
    camera.setPassword(camera_password)
    await device.call('/api/camera/update_onvif_camera', {
      camera_sn: camera.serial,
      camera_name: camera.name,
      ipv4: camera.host,
      onvif_port: camera.port,
      username: 'admin',
      password: camera_password,
    })
  })
})

test.describe('tw', () => {
  test.use({ language: 'tw', theme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true })

  test("by touch on a phone: pad and form use Taiwan's words and have no violation in dark mode", async ({
    page,
    world,
    device,
    words,
  }) => {
    const dome = cameraOf(world, 2)
    const { ptz, change } = words.camera
    device.machine.installed('ffmpeg', false)
    const dialog = await live(page, words, world, 2)
    await dialog.getByRole('button', { name: ptz.speeds.fast, exact: true }).click()
    const moves = dome.requests['ContinuousMove'] ?? 0
    await dialog.getByRole('button', { name: ptz.turns.down_left, exact: true }).tap()
    await expect.poll(() => dome.requests['ContinuousMove'] ?? 0).toBe(moves + 1)
    await expect(dialog.getByText(ptz.still)).toBeVisible()
    expect(await violations(page)).toEqual([])
    const form = await openEdit(page, words, world, 2)
    await expect(form.getByText(change.hint)).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
})
