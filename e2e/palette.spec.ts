/**
 * The command palette: Ctrl-K finds pages in either script and by pinyin initials, and runs the header's
 * commands.
 */
import { expect, heading, test } from './fixtures.ts'

test.use({ stage: { on_street: 2, added: 2, analysis: true, platform: true } })

test('Ctrl-K finds a page by its title and its initials', async ({ page, words }) => {
  await page.goto('/dashboard?health=open')
  await expect(page.getByText('street-analysis')).toBeVisible()
  const palette = page.getByRole('dialog', { name: words.shell.palette.title })
  const title = words.shell.routes.business_parking
  for (const typed of ['停车事件', 'tcsj']) {
    await page.keyboard.press('Control+k')
    await palette.getByRole('combobox').fill(typed)
    await expect(palette.getByRole('option').first()).toContainText(title)
    await page.keyboard.press('Enter')
    await expect(palette).toBeHidden()
    await expect(heading(page, title)).toBeVisible()
  }
})

test('runs header commands, closes with Escape, says if nothing is found', async ({ page, words }) => {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: words.shell.header.search }).click()
  const palette = page.getByRole('dialog', { name: words.shell.palette.title })
  await palette.getByRole('combobox').fill('zzzzzz')
  await expect(palette.getByText(words.shell.palette.none)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('dark')
  await palette.getByRole('option').first().click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test(
  'finds a setting in the other script, actions, a chapter, by initials too',
  { tag: '@tw' },
  async ({ page, words }) => {
    const palette = page.getByRole('dialog', { name: words.shell.palette.title })
    const best = palette.getByRole('group', { name: words.shell.palette.best }).getByRole('option')
    const find = async (typed: string) => {
      // What is typed into one that closes is gone.
      await expect(palette).toBeHidden()
      await page.keyboard.press('Control+k')
      await palette.getByRole('combobox').fill(typed)
    }
    await page.goto('/dashboard')
    await expect(page.getByRole('article').first()).toBeVisible()
    await find('網路')
    await expect(palette.getByRole('option').first()).toContainText(words.shell.routes.device_network)
    await page.keyboard.press('Escape')
    await find('经度')
    await expect(best.first()).toContainText(words.device.longitude)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/device\/base\?field=longitude/)
    await expect(page.locator('[name="longitude"]')).toBeFocused()
    await find('jd')
    await expect(best.filter({ hasText: words.device.longitude }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await find(words.shell.header.fullscreen)
    await expect(best.first()).toContainText(words.shell.header.fullscreen)
    await page.keyboard.press('Escape')
    for (const typed of ['密码', '密碼', '改密码', 'password']) {
      await find(typed)
      await expect(best.first()).toContainText(words.shell.user.change_password)
      await page.keyboard.press('Escape')
    }
    for (const typed of ['短信', '簡訊', 'SMS']) {
      await find(typed)
      await expect(best.first()).toContainText(words.alarms.mail_settings)
      await page.keyboard.press('Escape')
    }
    await find(words.resume.act)
    await expect(best.first()).toContainText(words.shell.routes.device_storage)
    await page.keyboard.press('Escape')
    await find('找回密碼')
    await expect(best.filter({ hasText: words.shell.palette.manual }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await find(words.shell.error_log.title)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: words.shell.error_log.title })).toBeVisible()
  },
)

test('finds a plate, a lot, a camera, a setting, and recently opened items @tw', async ({
  counting,
  page,
  world,
  device,
  words,
}) => {
  const plate = world.street.arrive(0, 0)
  await expect
    .poll(async () => (await device.call('/api/parking/parking_event', { page: 1, page_size: 1 })).total)
    .toBeGreaterThan(0)
  await page.goto('/dashboard')
  await expect(page.getByRole('article').first()).toBeVisible()
  const text = words.shell.palette
  const palette = page.getByRole('dialog', { name: text.title })
  const find = async (typed: string) => {
    await page.keyboard.press('Control+k')
    await palette.getByRole('combobox').fill(typed)
  }
  const group = (name: string) => palette.getByRole('group', { name })

  await find(plate.slice(-4))
  await group(text.plates).getByRole('option', { name: plate }).first().click()
  await expect(page).toHaveURL(/parking\?uuid=/)
  const detail = page.getByRole('dialog').filter({ hasText: plate.slice(-4) })
  await expect(detail).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()

  const { lot_no } = world.street.lots(1)[0]!
  await find(lot_no)
  await group(text.lots).getByRole('option', { name: lot_no }).click()
  await expect(page.getByRole('table', { name: words.home.table }).getByRole('row')).toHaveCount(2)

  await find(world.cameras[1]!.name)
  await group(text.cameras).getByRole('option').first().click()
  const view = page.getByRole('dialog', { name: world.cameras[1]!.name })
  await expect(view).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(view).toBeHidden()

  await counting('setting')
  await find(words.alg.fields.cover_th.label)
  await palette.getByRole('option').first().click()
  await expect(page.locator('[name="cover_th"]').first()).toBeFocused()

  await counting()
  await find('tcsj')
  await palette.getByRole('option').first().click()
  await page.keyboard.press('Control+k')
  await expect(group(text.recent).getByRole('option').first()).toContainText(
    words.shell.routes.business_parking,
  )

  await palette.getByRole('combobox').fill('csv')
  await palette.getByRole('option', { name: text.export_events }).click()
  const exporting = page.getByRole('dialog', { name: words.event_list.export_title })
  await expect(exporting).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(exporting).toBeHidden()
  await expect(page).toHaveURL(/parking$/)
})
