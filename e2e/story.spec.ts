/**
 * The whole product in one test: the first sign-in with the one-time password, a new password, a camera and
 * two lots; a car arrives in the street, its event has a picture, and reaches the platform.
 */
import { camera_password, camera_username } from '@parking/sim/world.ts'
import { expect, heading, test, username } from './fixtures.ts'
import { drawLot } from './business/sceneConfig/draw.ts'
import { platformParam } from '@parking/sim/provision.ts'

test.use({ stage: { on_street: 1, analysis: true, env: { PARKING_ADMIN_PASSWORD: '' } }, signed_in: false })
test.setTimeout(120_000)

const chosen = 'Kerb-lamp-2026'

test('a new user gets from a password to a delivered event', async ({ page, world, device, words }) => {
  const camera = world.cameras[0]
  const [first, second] = world.street.lots(0)
  expect([
    device.one_time_password?.length,
    camera?.port,
    first?.polygon.length,
    second?.polygon.length,
  ]).toEqual([expect.any(Number), expect.any(Number), 4, 4])

  await test.step('sign in with the one-time password, which allows only a new password', async () => {
    await page.goto('/')
    await page.getByLabel(words.login.username).fill(username)
    await page.getByLabel(words.login.password, { exact: true }).fill(device.one_time_password ?? '')
    await page.getByRole('button', { name: words.login.submit, exact: true }).click()
    await expect(heading(page, words.login.first.title)).toBeVisible()
    const token = await device.signIn(device.one_time_password)
    const answer = await fetch(`${device.address}/api/device/get_basic_info`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    })
    expect(await answer.json()).toMatchObject({ code: 4030 })
  })

  await test.step('choose a password; weak ones are refused at the field', async () => {
    const { first: text } = words.login
    const fresh = page.getByLabel(text.new, { exact: true })
    for (const [typed, sentence] of [
      ['', text.issues.required],
      ['short#1', text.issues.too_short],
      ['nodigitsnosymbol', text.issues.password],
      ['Password#1', text.issues.password_common],
    ] as const) {
      await fresh.fill(typed)
      await page.getByLabel(text.repeat, { exact: true }).fill(typed)
      await page.getByRole('button', { name: text.submit }).click()
      await expect(fresh).toHaveAccessibleDescription(new RegExp(sentence))
    }
    await fresh.fill(chosen)
    await page.getByLabel(text.repeat, { exact: true }).fill(`${chosen}x`)
    await page.getByRole('button', { name: text.submit }).click()
    await expect(page.getByText(text.mismatch)).toBeVisible()
    await page.getByLabel(text.repeat, { exact: true }).fill(chosen)
    await page.getByRole('button', { name: text.submit }).click()
    await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
    await device.signIn(chosen)
  })

  await test.step('read the dashboard', async () => {
    const info = await device.call('/api/device/get_basic_info', {})
    await page.getByRole('button', { name: words.home.health_open + words.home.health }).click()
    await expect(page.getByRole('region', { name: words.dashboard.base_info })).toContainText(info.host_sn)
    await expect(page.getByRole('region', { name: words.dashboard.application })).toContainText(
      words.dashboard.is_connected,
    )
    await page.getByRole('button', { name: words.home.health_close + words.home.health }).click()
    await page.getByRole('link', { name: words.home.add_camera }).last().click()
  })

  await test.step('add the camera by ONVIF', async () => {
    // The address of the platform is set by the call, as an integrator would do.
    await device.call('/api/parking/update_platform_param', platformParam(world))
    const { form, added, wizard } = words.camera
    await page.getByRole('button', { name: words.camera.add, exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: form.title })
    await dialog.getByRole('radio', { name: form.onvif, exact: true }).click()
    await dialog.getByRole('textbox', { name: form.ipv4, exact: true }).fill(camera?.host ?? '')
    await dialog.getByRole('textbox', { name: form.onvif_port, exact: true }).fill(String(camera?.port))
    await dialog.getByRole('textbox', { name: form.username, exact: true }).fill(camera_username)
    await dialog.getByLabel(form.password, { exact: true }).fill(camera_password)
    await dialog.getByRole('button', { name: form.submit, exact: true }).click()
    await expect(dialog.getByRole('img', { name: wizard.picture })).toHaveJSProperty('naturalWidth', 1920)
    await dialog.getByRole('textbox', { name: form.camera_name, exact: true }).fill('东门 1')
    await dialog.getByRole('button', { name: wizard.add }).click()
    const seen = page.getByRole('dialog', { name: added.title('东门 1') })
    // The picture is requested in the displayed size.
    await expect(seen.getByRole('img')).toHaveJSProperty('naturalWidth', 640)
    await seen.getByRole('link', { name: added.draw }).click()
  })

  await test.step('draw two lots', async () => {
    const { scene } = words.camera
    await expect(page.getByRole('img', { name: scene.picture })).toHaveJSProperty('naturalWidth', 1920)
    await drawLot(page, words, first?.polygon ?? [])
    await page.getByRole('textbox', { name: scene.attributes.lot_no, exact: true }).fill('K01')
    await drawLot(page, words, second?.polygon ?? [])
    await page.getByRole('textbox', { name: scene.attributes.lot_no, exact: true }).fill('K02')
    await page.getByRole('textbox', { name: scene.attributes.parking_no, exact: true }).fill('P-0755-01')
    await page.getByRole('button', { name: scene.save, exact: true }).click()
    await expect(page.getByText(scene.saved)).toBeVisible()
    expect(
      (await device.call('/api/camera/get_all_lots_no', {})).list.map((lot) => lot.lot_no).toSorted(),
    ).toEqual(['K01', 'K02'])
  })

  await test.step('a car arrives; its event comes with its pictures and is delivered', async () => {
    await page.goto('/business/data/parking')
    await expect(page.getByRole('heading', { name: words.events.empty })).toBeVisible()
    // The analysis must have seen the empty street once: a car in its first frame is an "initial entry".
    await expect.poll(() => camera?.requests['snapshot'] ?? 0).toBeGreaterThan(5)
    const plate = world.street.arrive(0, 1)
    const row = page.locator('tbody').getByRole('row').filter({ hasText: 'K02' })
    await expect(row).toBeVisible()
    await expect(row).toContainText(words.codes.event_status.sent)
    await row.getByRole('link').click()
    const detail = page.getByRole('dialog', { name: words.events.detail })
    await expect(detail).toContainText(plate)
    const picture = detail
      .getByRole('button', { name: words.events.open_picture(words.events.kinds.image) })
      .locator('img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1920)

    const received = world.platform.received().filter((event) => event.plate_number === plate)
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      lot_no: 'K02',
      camera_name: '东门 1',
      event_type: 1,
      parking_no: 'P-0755-01',
    })
    expect(received[0]?.pictures.map((one) => one.kind)).toContain('image')
    expect(world.platform.faults).toEqual([])
    expect(world.platform.signIns.length).toBeGreaterThan(0)
  })
})
