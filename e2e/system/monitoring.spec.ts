/** Metrics for monitoring many boxes: the token is shown once, and a real scrape is listed. */
import { expect, heading, test } from '../fixtures.ts'

test.use({ stage: { on_street: 1 } })
test.describe.configure({ mode: 'serial' })

for (const tag of [[], ['@tw']])
  test(
    `a token is created, the metrics are served and scraped ${tag}`,
    { tag },
    async ({ page, words, request }) => {
      const text = words.monitoring
      await page.goto('/system/monitoring')
      await expect(heading(page, words.shell.routes.system_monitoring)).toBeVisible()
      const serve = page.getByRole('switch', { name: text.serve })
      const renewing = tag.length > 0
      if (renewing) {
        await page.getByRole('button', { name: text.renew }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: text.renew }).click()
      } else {
        await expect(serve).toHaveAccessibleDescription(text.token_first)
        await page.getByRole('button', { name: text.make }).click()
      }
      const dialog = page.getByRole('dialog', { name: text.once_title })
      const token = (await dialog.getByText(/^pem_/).textContent()) ?? ''
      await dialog.getByRole('checkbox', { name: text.noted }).check()
      await dialog.getByRole('button', { name: words.people.done }).click()
      await expect(page.getByText(token)).toBeHidden()

      if (!renewing) await serve.click()
      await expect(serve).toBeChecked()
      const answer = await request.get('/metrics', { headers: { authorization: `Bearer ${token}` } })
      expect(answer.status()).toBe(200)
      expect(await answer.text()).toMatch(/^parking_cameras\{state="online"\} \d+$/m)
      await expect(page.getByText(text.states.scraped, { exact: true })).toBeVisible()
    },
  )
