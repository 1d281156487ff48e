/**
 * All scenes and lots in one table (spec §2 "scene list"): filter, sorting, links to the editor, batch edits
 * with failures. Long because all tests share one street.
 */
import type { Page } from '@playwright/test'
import type { Areas } from '@parking/console/locales/areas.ts'
import { sceneName } from '@parking/console/pages/business/sceneList/scene-rows.ts'
import { expect, heading, test } from '../fixtures.ts'
import { asRole } from '../support/as-role.ts'
import type { Device } from '../support/device.ts'

test.use({ stage: { on_street: 4, added: 4, analysis: true } })
test.describe.configure({ mode: 'serial' })

const scenesOf = async (device: Device) => (await device.call('/api/camera/get_scenes', {})).list
type Scene = Awaited<ReturnType<typeof scenesOf>>[number]
const rows = (page: Page) => page.locator('tbody').getByRole('row')
const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const choose = (page: Page, words: Areas, scene: Scene) =>
  page.getByRole('checkbox', { name: words.scene_list.select.scene(scene.camera_name, sceneName(scene)) })

/** Opens the batch edit, chooses values by their labels, and confirms. */
async function edit(page: Page, words: Areas, title: string, ask: string, values: [string, string][]) {
  const text = words.scene_list.edit
  await page.getByRole('button', { name: text.open, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: title })
  for (const [field, label] of values) await dialog.getByLabel(field, { exact: true }).selectOption({ label })
  await dialog.getByRole('button', { name: text.next }).click()
  const question = page.getByRole('alertdialog', { name: ask })
  for (const [field, label] of values) await expect(question).toContainText(text.to(field, label))
  return { dialog, question, agree: () => question.getByRole('button', { name: text.go }).click() }
}

test('the menu leads to every scene; filters and sorting are in the URL; a row opens the editor', async ({
  page,
  device,
  words,
}) => {
  const text = words.scene_list
  const scenes = await scenesOf(device)
  const [first] = scenes
  await page.goto('/business/sceneConfig')
  await page.getByRole('link', { name: words.shell.routes.business_scene_list, exact: true }).first().click()
  await expect(heading(page, text.title)).toBeVisible()
  await expect(page).toHaveTitle(`${words.shell.routes.business_scene_list} - WEB Admin`)
  await expect(rows(page)).toHaveCount(scenes.length)
  for (const scene of scenes) {
    const row = rows(page).filter({ hasText: scene.camera_name })
    await expect(row).toContainText(scene.parking_no)
    await expect(row).toContainText(scene.update_time_str)
    await expect(row).toContainText(words.codes.camera_state.online)
  }

  await head(page, text.lot_num).getByRole('button').click()
  await head(page, text.lot_num).getByRole('button').click()
  await expect(page).toHaveURL(/sort=-lot_num/)
  await expect(head(page, text.lot_num)).toHaveAttribute('aria-sort', 'descending')
  const largest = scenes.toSorted((one, other) => other.lot_num - one.lot_num)[0]!
  await expect(rows(page).first()).toContainText(String(largest.lot_num))

  // By the number of a lot, as it is painted on the road.
  await page.getByRole('searchbox', { name: text.text }).fill(first!.lots[0]!.lot_no.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(first!.camera_name)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await rows(page).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(first!.camera_name)
  await expect(page).toHaveURL(new RegExp(`scene_id=${first!.scene_id}`))
  await page.goBack()
  await page.getByRole('searchbox', { name: text.text }).fill('no such lot')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: text.nothing })).toBeVisible()
  await page.getByRole('button', { name: text.reset, exact: true }).last().click()
  await expect(rows(page)).toHaveCount(scenes.length)
})

test(
  'lots show their state, are sorted by number and filtered by car park; a row selects its lot in the editor',
  { tag: '@tw' },
  async ({ page, world, device, words }) => {
    const text = words.scene_list
    const scenes = await scenesOf(device)
    const lots = scenes.flatMap((scene) => scene.lots.map((lot) => ({ ...lot, scene })))
    world.street.arrive(0, 0)
    await page.goto('/business/sceneList')
    await page.getByRole('button', { name: text.views.lots(String(lots.length)) }).click()
    await expect(page).toHaveURL(/view=lots/)
    await expect(rows(page)).toHaveCount(Math.min(20, lots.length))
    await head(page, text.lot_no).getByRole('button').click()
    const numbers = lots
      .map(({ lot_no }) => lot_no)
      .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    await expect(rows(page).first().getByRole('link')).toHaveText(numbers[0]!)

    const { lot_no } = world.street.lots(0)[0]!
    const { parking_no } = scenes.find(({ lots }) => lots.some((lot) => lot.lot_no === lot_no))!
    await page.getByLabel(text.parking_no, { exact: true }).selectOption({ label: parking_no })
    await expect(page).toHaveURL(/parking_no=/)
    await page.getByRole('searchbox', { name: text.text }).fill(lot_no)
    await page.keyboard.press('Enter')
    const row = rows(page)
      .filter({ has: page.getByRole('link', { name: lot_no }) })
      .first()
    await expect(row).toContainText(text.states.occupied)
    await row.getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`lot=${lot_no}`))
    await expect(
      page.getByRole('textbox', { name: words.camera.scene.attributes.lot_no, exact: true }),
    ).toHaveValue(lot_no)
  },
)

test('a batch edit of lots changes the chosen attributes of the selected lots, and nothing else', async ({
  page,
  device,
  words,
}) => {
  const { edit: text, ...list } = words.scene_list
  const before = await scenesOf(device)
  const [one, two] = [before[0]!, before[1]!]
  const numbers = [one.lots[0]!.lot_no, two.lots[1]!.lot_no]
  await page.goto('/business/sceneList?view=lots&page_size=100')
  for (const lot_no of numbers)
    await page.getByRole('checkbox', { name: list.select.lot(lot_no), exact: true }).check()
  await expect(page.getByText(list.select.chosen.lots('2'))).toBeVisible()
  const { dialog, agree } = await edit(page, words, text.title.lots('2'), text.ask.lots('2'), [
    [list.lot_posture, words.codes.lot_posture.tail],
    [list.difficult, words.codes.difficult.high],
  ])
  await agree()
  await expect(dialog.getByText(text.progress(2, { done: 2, failed: 0, unknown: 0 })).first()).toBeVisible()
  await expect(page.getByText(text.done)).toBeVisible()
  await dialog.getByRole('button', { name: text.close, exact: true }).last().click()
  await expect(page.getByText(list.select.none.lots)).toBeVisible()
  const row = rows(page).filter({
    has: page.getByRole('link', { name: list.edit_lot(numbers[0]!, one.camera_name) }),
  })
  await expect(row).toContainText(words.codes.lot_posture.tail)
  const wanted = before.map((scene) => ({
    scene_id: scene.scene_id,
    parking_no: scene.parking_no,
    ref_snapshot: expect.stringContaining(scene.ref_snapshot.split('?')[0]!),
    lots: scene.lots.map((lot) =>
      numbers.includes(lot.lot_no) ? { ...lot, lot_posture: 2, difficult: 2 } : lot,
    ),
  }))
  expect(await scenesOf(device)).toMatchObject(wanted)
})

test(
  'only scenes that another user saved or deleted meanwhile fail, each with its reason and a retry',
  { tag: '@tw' },
  async ({ page, device, words, allow }) => {
    allow(/add_update_scene/, 'two scenes are refused on purpose')
    const { edit: text, ...list } = words.scene_list
    const [good, changed, deleted] = await scenesOf(device)
    await page.goto('/business/sceneList')
    for (const scene of [good!, changed!, deleted!]) await choose(page, words, scene).check()
    const lots = String(good!.lot_num + changed!.lot_num + deleted!.lot_num)
    const { dialog, question, agree } = await edit(
      page,
      words,
      text.title.scenes('3'),
      text.ask.scenes('3'),
      [[list.enabled, list.off]],
    )
    await expect(question).toContainText(text.stops(lots))
    // A second session makes changes while this user reads the question.
    const {
      camera_name: _,
      lot_num: __,
      ref_snapshot: ___,
      moved: ____,
      update_time_str: _____,
      revision: ______,
      ...rest
    } = changed!
    await device.call('/api/camera/add_update_scene', { ...rest, parking_no: 'P-MOVED' })
    await device.call('/api/camera/delete_camera', { camera_sn: deleted!.camera_sn })
    await agree()
    await expect(dialog.getByText(text.progress(3, { done: 1, failed: 2, unknown: 0 })).first()).toBeVisible()
    const line = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
    await expect(line(good!.camera_name)).toContainText(text.states.done)
    await expect(line(changed!.camera_name)).toContainText(text.changed)
    await expect(line(deleted!.camera_name)).toContainText(text.gone)
    await expect(page.getByText(text.still_chosen)).toBeVisible()
    const after = await scenesOf(device)
    expect(after.find(({ scene_id }) => scene_id === good!.scene_id)).toMatchObject({ enabled: false })
    expect(after.find(({ scene_id }) => scene_id === changed!.scene_id)).toMatchObject({
      enabled: true,
      parking_no: 'P-MOVED',
    })

    await dialog.getByRole('button', { name: text.close, exact: true }).last().click()
    await expect(choose(page, words, good!)).not.toBeChecked()
    await expect(choose(page, words, changed!)).toBeChecked()
    await expect(choose(page, words, deleted!)).toBeHidden()
    await expect(rows(page).filter({ hasText: changed!.camera_name })).toContainText('P-MOVED')
    const again = await edit(page, words, text.title.scenes('1'), text.ask.scenes('1'), [
      [list.enabled, list.off],
      [list.scene_type, words.codes.scene_type.violation_parking],
    ])
    await again.agree()
    await expect(
      again.dialog.getByText(text.progress(1, { done: 1, failed: 0, unknown: 0 })).first(),
    ).toBeVisible()
    expect((await scenesOf(device)).find(({ scene_id }) => scene_id === changed!.scene_id)).toMatchObject({
      enabled: false,
      scene_type: 1,
      parking_no: 'P-MOVED',
    })
    await again.dialog.getByRole('button', { name: text.close, exact: true }).last().click()
    await page.getByRole('button', { name: list.only_disabled, exact: true }).click()
    await expect(page).toHaveURL(/enabled=0/)
    await expect(rows(page)).toHaveCount(2)
  },
)

test('a viewer sees the list, and the disabled button gives its reason', async ({ page, device, words }) => {
  await asRole(device, 'viewer', async () => {
    await page.goto('/business/sceneList')
    await expect(rows(page).first()).toBeVisible()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    const button = page.getByRole('button', { name: words.scene_list.edit.open, exact: true })
    await expect(button).toHaveAccessibleDescription(words.scene_list.edit.why_role)
    await button.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test.describe('tw on a phone', () => {
  test.use({ language: 'tw', viewport: { width: 390, height: 844 }, hasTouch: true })

  test('rows are cards that fit; they are filtered, sorted and selected', async ({ page, device, words }) => {
    const text = words.scene_list
    const scenes = await scenesOf(device)
    await page.goto('/business/sceneList')
    await expect(rows(page)).toHaveCount(scenes.length)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('button', { name: text.filters, exact: true }).click()
    await page.getByLabel(text.sort, { exact: true }).selectOption({ label: text.descending(text.camera) })
    await expect(page).toHaveURL(/sort=-camera/)
    await page.getByRole('button', { name: words.range.list.show, exact: true }).click()
    const last = scenes.at(-1)!
    await expect(rows(page).first()).toContainText(last.camera_name)
    await choose(page, words, last).check()
    await expect(page.getByText(text.select.chosen.scenes('1'))).toBeVisible()
    await page.getByRole('button', { name: text.edit.open, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: text.edit.title.scenes('1') })
    await expect(dialog.getByRole('button', { name: text.edit.next })).toHaveAccessibleDescription(
      text.edit.why_nothing,
    )
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
})

test('a scene without lots is marked; without scenes there is advice', async ({ page, device, words }) => {
  const text = words.scene_list
  const [one, ...others] = await scenesOf(device)
  const {
    camera_name: _,
    lot_num: __,
    ref_snapshot: ___,
    moved: ____,
    update_time_str: _____,
    ...rest
  } = one!
  await device.call('/api/camera/add_update_scene', { ...rest, lots: [] })
  await page.goto('/business/sceneList')
  await page.getByRole('button', { name: text.only_warned, exact: true }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(text.warnings.no_lots)
  for (const { scene_id } of [one!, ...others]) await device.call('/api/camera/delete_scene', { scene_id })
  await page.getByRole('button', { name: text.refresh, exact: true }).click()
  await expect(page.getByRole('heading', { name: text.empty.title })).toBeVisible()
  await page.getByRole('link', { name: text.empty.go }).click()
  await expect(page).toHaveURL(/\/business\/sceneConfig$/)
})
