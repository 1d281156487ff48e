/**
 * The scene editor: lots are drawn on the camera's picture, checked, saved and shown again; drafts are
 * restored. Long because each needs the same drawing.
 */
import { expect, test } from '#e2e/fixtures.ts'
import { camera_password, camera_username } from '@parking/sim/world.ts'
import { boxAtRest, drawLot } from './draw.ts'

test.use({ stage: { on_street: 2, added: 1, analysis: true } })

test('draws and numbers a lot, refuses a used number, saves, and shows it again', async ({
  page,
  world,
  device,
  words,
  language,
}) => {
  const { scene } = words.camera
  const camera_sn = world.cameras[0]?.serial ?? ''
  const outline = world.street.lots(0)[0]?.polygon ?? []
  await page.goto(`/business/sceneConfig/scene?camera_sn=${camera_sn}`)
  await expect(page.getByRole('img', { name: scene.picture })).toHaveJSProperty('naturalWidth', 1920)
  await drawLot(page, words, outline)
  const number = page.getByRole('textbox', { name: scene.attributes.lot_no, exact: true })
  await number.fill('A01')
  await expect(
    page.getByRole('status').filter({ hasText: scene.findings.taken('A01', world.cameras[0]?.name ?? '') }),
  ).toBeVisible()
  await number.fill(`N-${language}`)
  await expect(page.getByText(scene.unsaved)).toBeVisible()
  await page.getByRole('button', { name: scene.save, exact: true }).click()
  // The device's only number is suggested, but never applied silently.
  const ask = page.getByRole('dialog', { name: scene.parking.title })
  const { parking_no = '' } = (await device.call('/api/camera/get_scenes', { camera_sn })).list[0] ?? {}
  await expect(ask.getByText(scene.parking.agree(parking_no))).toBeVisible()
  await ask.getByRole('button', { name: scene.parking.save_in(parking_no) }).click()
  await expect(page.getByText(scene.saved)).toBeVisible()
  await expect(page).toHaveURL(/scene_id=/)
  // A saved scene has more tools: at 1440 pixels they stay in one row.
  const groups = page.getByRole('toolbar', { name: scene.tools }).getByRole('group')
  const rows = (await groups.all()).map(async (group) => (await group.boundingBox())?.y)
  expect(new Set(await Promise.all(rows)).size).toBe(1)
  const saved = (await device.call('/api/camera/get_scenes', { camera_sn })).list.find((one) =>
    one.lots.some((lot) => lot.lot_no === `N-${language}`),
  )
  expect(saved?.lots[0]?.polygon).toHaveLength(4)
  for (const [at, [x, y]] of outline.entries()) {
    expect(saved?.lots[0]?.polygon[at]?.[0]).toBeCloseTo(x, 2)
    expect(saved?.lots[0]?.polygon[at]?.[1]).toBeCloseTo(y, 2)
  }
  await page.reload()
  await expect(page.getByRole('button', { name: scene.lot_name(`N-${language}`) })).toBeAttached()
  await device.call('/api/camera/delete_scene', { scene_id: saved?.scene_id ?? '' })
})

test('undoes, redoes, edits in the table, keeps a draft after leaving', async ({ page, world, words }) => {
  const { scene } = words.camera
  const camera_sn = world.cameras[0]?.serial ?? ''
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`/business/sceneConfig/scene?camera_sn=${camera_sn}`)
  await expect(page.getByRole('img', { name: scene.picture })).toBeVisible()
  await drawLot(page, words, world.street.lots(0)[1]?.polygon ?? [])
  const lots = page
    .getByRole('application', { name: scene.canvas })
    .getByRole('button', { name: new RegExp(`^${scene.lot} `) })
  await expect(lots).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(lots).toHaveCount(0)
  await page.keyboard.press('Control+y')
  await expect(lots).toHaveCount(1)
  await page
    .getByRole('button', { name: scene.back })
    .or(page.getByRole('link', { name: scene.back }))
    .click()
  await page
    .getByRole('alertdialog', { name: scene.leave.title })
    .getByRole('button', { name: scene.leave.confirm, exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: words.camera.title })).toBeVisible()
  await page.goto(`/business/sceneConfig/scene?camera_sn=${camera_sn}`)
  await page.getByRole('button', { name: scene.draft.restore }).click()
  await expect(lots).toHaveCount(1)
})

test(
  'one quad along the kerb becomes numbered lots, saved with shared borders',
  { tag: '@tw' },
  async ({ page, world, device, words, language, counting }) => {
    const { scene } = words.camera
    const camera_sn = world.cameras[1]?.serial ?? ''
    const { camera_sn: added } = await device.call('/api/camera/add_onvif_camera', {
      camera_name: `带 ${language}`,
      ipv4: world.cameras[1]?.host ?? '',
      onvif_port: world.cameras[1]?.port ?? 0,
      username: camera_username,
      password: camera_password,
    })
    expect(added).toBe(camera_sn)
    await page.goto(`/business/sceneConfig/scene?camera_sn=${camera_sn}`)
    const image = page.getByRole('img', { name: scene.picture })
    await expect(image).toHaveJSProperty('naturalWidth', 1920)
    await counting('kerb')
    // A new scene starts with the row along the kerb.
    await expect(page.getByText(scene.strip.first)).toBeVisible()
    const picture = await boxAtRest(image)
    for (const [x, y] of [
      [0.15, 0.5],
      [0.8, 0.42],
      [0.9, 0.55],
      [0.2, 0.75],
    ] as const)
      await page.mouse.click(picture.x + x * picture.width, picture.y + y * picture.height)
    const bar = page.getByRole('form', { name: scene.strip.title })
    await expect(bar.getByRole('spinbutton', { name: scene.strip.count })).toBeFocused()
    await page.keyboard.type('4')
    await bar.getByRole('textbox', { name: scene.strip.prefix }).fill(`K${language}-`)
    const start = bar.getByRole('textbox', { name: scene.strip.start })
    await counting()
    await start.fill('九')
    await expect(bar.getByText(scene.strip.first_wrong)).toBeVisible()
    await expect(bar.getByRole('button', { name: scene.strip.make(4) })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await counting('kerb')
    await start.fill('07')
    await expect(bar.getByText(scene.strip.range(`K${language}-07`, `K${language}-10`))).toBeVisible()
    await counting()
    await bar.getByRole('button', { name: scene.strip.reverse }).click()
    await expect(bar.getByText(scene.strip.range(`K${language}-10`, `K${language}-07`))).toBeVisible()
    await counting('kerb')
    await start.press('Enter')
    await expect(bar).toBeHidden()
    await counting()
    await expect(page.getByRole('button', { name: scene.lot_name(`K${language}-07`) })).toBeAttached()
    // In a motorcycle scene each lot shows its cells.
    await page
      .getByRole('combobox', { name: scene.attributes.scene_type })
      .selectOption({ label: words.codes.scene_type.motorcycle })
    await page.getByRole('spinbutton', { name: scene.attributes.motor_num }).fill('3')
    for (const no of ['07', '10'])
      await expect(
        page.getByRole('button', { name: scene.lot_name(`K${language}-${no}`) }).locator('path'),
      ).toHaveAttribute('d', /^M[^M]*M[^M]*$/)
    await counting('kerb')
    await page.getByRole('textbox', { name: scene.attributes.parking_no }).fill('P-7')
    await page.getByRole('button', { name: scene.save, exact: true }).click()
    await expect(page.getByText(scene.saved)).toBeVisible()
    const lots = (await device.call('/api/camera/get_scenes', { camera_sn })).list[0]?.lots ?? []
    expect(lots.map(({ lot_no }) => lot_no)).toEqual(['10', '09', '08', '07'].map((n) => `K${language}-${n}`))
    expect(new Set(lots.flatMap(({ polygon }) => polygon.map(String))).size).toBe(10)
    await device.call('/api/camera/delete_camera', { camera_sn })
  },
)

test("copies lots to another camera's picture, mirrors them, and lists the changes before saving", async ({
  page,
  world,
  device,
  words,
  language,
}) => {
  const { scene } = words.camera
  const [from, to] = [world.cameras[0]?.serial ?? '', world.cameras[1]?.serial ?? '']
  await device.call('/api/camera/add_onvif_camera', {
    camera_name: '副本',
    ipv4: world.cameras[1]?.host ?? '',
    onvif_port: world.cameras[1]?.port ?? 0,
    username: camera_username,
    password: camera_password,
  })
  const known = (await device.call('/api/camera/get_scenes', { camera_sn: from })).list[0]
  const [first] = known?.lots ?? []
  expect(language).toBe('zh')
  await page.goto(`/business/sceneConfig/scene?camera_sn=${from}&scene_id=${known?.scene_id}`)
  await page
    .getByRole('application', { name: scene.canvas })
    .getByRole('button', { name: scene.lot_name(first?.lot_no ?? '') })
    .focus()
  await page.keyboard.press('Control+c')
  await expect(page.getByText(scene.clip.copied(1))).toBeVisible()
  await page.keyboard.press('m')
  await expect(page.getByRole('heading', { name: scene.changed.title(1) })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: new RegExp(`^${first?.lot_no} `) })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('heading', { name: scene.changed.title(0), exact: true })).toBeVisible()
  await page.goto(`/business/sceneConfig/scene?camera_sn=${to}`)
  await expect(page.getByRole('img', { name: scene.picture })).toBeVisible()
  await page.getByRole('button', { name: scene.clip.paste }).click()
  await expect(page.getByText(scene.clip.pasted(1))).toBeVisible()
  await page.getByRole('textbox', { name: scene.attributes.parking_no }).fill('P-8')
  await page.getByRole('button', { name: scene.save, exact: true }).click()
  await expect(page.getByText(scene.saved)).toBeVisible()
  const copied = (await device.call('/api/camera/get_scenes', { camera_sn: to })).list[0]?.lots ?? []
  expect(copied).toHaveLength(1)
  expect(copied[0]?.polygon).toEqual(first?.polygon)
  expect(copied[0]?.lot_no).not.toBe(first?.lot_no)
  await device.call('/api/camera/delete_camera', { camera_sn: to })
})

for (const [kept, tag] of [
  ['theirs', '@zh'],
  ['mine', '@tw'],
] as const)
  test(
    `a scene saved by another user is not overwritten without asking: ${kept} is kept`,
    { tag },
    async ({ page, world, device, words }) => {
      const { scene } = words.camera
      const camera_sn = world.cameras[0]?.serial ?? ''
      const [theirs] = (await device.call('/api/camera/get_scenes', { camera_sn })).list
      if (!theirs) throw new Error('the street has a scene')
      const {
        camera_name: _,
        lot_num: __,
        ref_snapshot: ___,
        moved: ____,
        update_time_str: _____,
        revision: ______,
        ...body
      } = theirs
      await page.goto(`/business/sceneConfig/scene?camera_sn=${camera_sn}&scene_id=${theirs.scene_id}`)
      await page
        .getByRole('button', { name: scene.lot_name(theirs.lots[0]?.lot_no ?? ''), exact: true })
        .focus()
      await page.keyboard.press('ArrowRight')
      await device.call('/api/camera/add_update_scene', { ...body, enabled: false, keep_reference: true })
      await page.getByRole('button', { name: scene.save, exact: true }).click()
      const notice = page.getByRole('alert').filter({ hasText: scene.conflict.text })
      await expect(notice).toBeVisible()
      const stored = async () => (await device.call('/api/camera/get_scenes', { camera_sn })).list[0]
      expect((await stored())?.enabled).toBe(false)
      if (kept === 'theirs') {
        await notice.getByRole('button', { name: scene.conflict.load }).click()
        await expect(page.getByText(scene.draft.older)).toBeVisible()
        await page.getByRole('button', { name: scene.draft.drop }).click()
        expect((await stored())?.lots).toEqual(theirs.lots)
      } else {
        await notice.getByRole('button', { name: scene.conflict.replace }).click()
        await expect(page.getByText(scene.saved)).toBeVisible()
        await expect(notice).toBeHidden()
        expect((await stored())?.enabled).toBe(true)
      }
      await device.call('/api/camera/add_update_scene', { ...body, keep_reference: true })
    },
  )
