/** Metrics for monitoring many boxes: the token is shown once, and a real scrape is listed. */
import { expect, heading, test } from '../fixtures.ts'

test.use({ stage: { on_street: 1 } })

test(
  'a token is created, the metrics are served and scraped, and a new token replaces it',
  { tag: '@tw' },
  async ({ page, words, request }) => {
    const text = words.monitoring
    await page.goto('/system/monitoring')
    await expect(heading(page, words.shell.routes.system_monitoring)).toBeVisible()
    const serve = page.getByRole('switch', { name: text.serve })
    await expect(serve).toHaveAccessibleDescription(text.token_first)
    await page.getByRole('button', { name: text.make }).click()

    /** Reads the token of the dialog, which shows it only once, and scrapes the metrics with it. */
    const scrapeWithNew = async () => {
      const dialog = page.getByRole('dialog', { name: text.once_title })
      const token = (await dialog.getByText(/^pem_/).textContent()) ?? ''
      await dialog.getByRole('checkbox', { name: text.noted }).check()
      await dialog.getByRole('button', { name: words.people.done }).click()
      await expect(page.getByText(token)).toBeHidden()
      if (!(await serve.isChecked())) await serve.click()
      await expect(serve).toBeChecked()
      const headers = { authorization: `Bearer ${token}` }
      const answer = await request.get('/metrics', { headers })
      expect(answer.status()).toBe(200)
      expect(await answer.text()).toMatch(/^parking_cameras\{state="online"\} \d+$/m)
      await expect(page.getByText(text.states.scraped, { exact: true })).toBeVisible()
      return headers
    }
    const old = await scrapeWithNew()
    await page.getByRole('button', { name: text.renew }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: text.renew }).click()
    await scrapeWithNew()
    expect((await request.get('/metrics', { headers: old })).status()).not.toBe(200)
  },
)
