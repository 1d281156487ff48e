/** The manual that the device serves: linked from each page, read without a session, searched in Chinese. */
import { expect, heading, test } from './fixtures.ts'
import { violations } from './measures/violations.ts'
import { weigh } from './measures/weigh.ts'

/** Maximum weight of a chapter with an empty cache, pictures included, in kB of 1000 bytes. */
const max_chapter_kb = 150

test('a page links to its chapter, the search finds a word, and the other script has the page', async ({
  page,
  context,
  words,
}) => {
  await page.goto('/device/time')
  await expect(heading(page, words.shell.routes.device_time)).toBeVisible()
  const opening = context.waitForEvent('page')
  await page.getByRole('link', { name: words.shell.header.manual }).click()
  const manual = await opening
  await expect(manual).toHaveURL(/\/help\/zh\/time\.html$/)
  await expect(heading(manual, '时间与时区')).toBeVisible()

  await manual.getByRole('combobox', { name: '搜索手册' }).fill('路侧带')
  await expect(manual.getByRole('option')).toHaveCount(1)
  await manual.keyboard.press('Enter')
  await expect(heading(manual, '绘制泊位')).toBeVisible()
  await manual.getByRole('link', { name: '繁體' }).click()
  await expect(heading(manual, '繪製車格')).toBeVisible()
  await expect(manual.locator('html')).toHaveAttribute('lang', 'zh-TW')

  await page.goto('/system/operation?tab=diagnose')
  await expect(page.getByRole('link', { name: words.shell.header.manual })).toHaveAttribute(
    'href',
    '/help/zh/diagnose.html',
  )
})

test.describe('without a session', () => {
  test.use({ signed_in: false })

  test(
    'the sign-in page links to the page on lost passwords; the first chapter is light and has no violation',
    { tag: '@tw' },
    async ({ page, context, device, words }) => {
      await page.goto('/login')
      await page.getByRole('button', { name: words.login.forgot }).click()
      const link = page.getByRole('link', { name: words.login.forgot_manual })
      await expect(link).toHaveAttribute('href', '/help/tw/password.html')
      await page.goto('/help/')
      await expect(page).toHaveURL(/\/help\/tw\/$/)
      await page.getByRole('link', { name: '首次登入' }).first().click()
      await expect(heading(page, '首次登入')).toBeVisible()

      const weight = await weigh(context, `${device.address}/help/tw/sign-in.html`, async (one) => {
        expect(await violations(one)).toEqual([])
      })
      expect(weight.total_kb).toBeLessThanOrEqual(max_chapter_kb)
      expect(weight.total_kb).toBeGreaterThan(20)
    },
  )

  test('the reference of the calls can be read', async ({ page, allow }) => {
    await page.goto('/help/api/camera.html')
    await expect(page.getByRole('heading', { level: 2, name: /^add_onvif_camera/ })).toBeVisible()
    await expect(page.getByText('POST /api/camera/add_onvif_camera')).toBeVisible()
    allow(/404.*nowhere/, 'the status of a page that is not there')
    await page.goto('/help/zh/nowhere.html')
    await expect(page.getByText('没有这一页')).toBeVisible()
  })
})
