/**
 * The MQTT tab against Debian's Mosquitto over TLS: a fault is shown at its field or in the test's result,
 * the broker's certificate is accepted, and published messages arrive.
 */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { violations } from '../measures/violations.ts'

test.use({ stage: { on_street: 1, added: 0 } })

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test(
  'a broker is tested, trusted, switched on and reported',
  { tag: '@tw' },
  async ({ page, device, words }) => {
    const [text, trust, { issues }] = [words.mqtt, words.server_trust, words.errors]
    // Imported only here, because the import may have to unpack the broker.
    const { missing, openBroker, openReceiver, broker_user, authority } =
      await import('@parking/server/test/mqtt/mosquitto.ts')
    if (missing) return // Without Debian's packages there is no broker.
    const broker = await openBroker()
    const receiver = await openReceiver(broker, 'e2e')
    const box = (name: string) => page.getByRole('textbox', { name, exact: true })
    const save = page.getByRole('button', { name: words.forms.save, exact: true })
    try {
      await page.goto('/business/params?tab=mqtt')
      await expect(part(page, text.connection)).toContainText(text.off_says)
      const run = page.getByRole('button', { name: text.test, exact: true })
      await expect(run).toHaveAccessibleDescription(text.test_empty)
      await page.getByRole('switch', { name: text.fields.enabled, exact: true }).check()
      await box(text.fields.topic_prefix).fill('parking/#')
      await save.click()
      await expect(box(text.fields.topic_prefix)).toHaveAccessibleDescription(
        new RegExp(issues.topic.slice(0, 5)),
      )
      await box(text.fields.topic_prefix).fill('parking/v1')
      await save.click()
      await expect(box(text.fields.broker)).toHaveAccessibleDescription(new RegExp(issues.required))

      const outcome = part(page, text.test_result)
      await box(text.fields.broker).fill(`localhost:${broker.port}`)
      await box(text.fields.username).fill(broker_user.username)
      await page.getByLabel(text.fields.password, { exact: true }).fill('wrong')
      await run.click()
      await expect(outcome).toContainText(words.errors.reasons.tls_unknown_issuer)
      await page.getByRole('radio', { name: trust.kinds.authority }).check()
      await page.getByRole('textbox', { name: trust.authority, exact: true }).fill(authority.cert)
      await run.click()
      await expect(outcome).toContainText(text.steps.sign_in)
      await expect(outcome).toContainText(words.device_said.sentences.mqtt_rights())
      await page.getByLabel(text.fields.password, { exact: true }).fill(broker_user.password)
      await run.click()
      await expect(outcome).toContainText(text.good)
      await save.click()
      await expect(part(page, text.connection)).toContainText(text.states.connected)
      await expect.poll(() => receiver.heard.some(({ topic }) => topic.endsWith('/status'))).toBe(true)
      await expect.poll(() => receiver.heard.some(({ topic }) => topic.endsWith('/health'))).toBe(true)
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

      await broker.end()
      await expect(part(page, text.connection)).toContainText(text.failing_says)
      await device.call('/api/parking/update_mqtt_param', { ...(await factory()) })
      await expect(part(page, text.connection)).toContainText(text.off_says)
    } finally {
      await receiver.close()
      await broker.close()
    }
  },
)

const factory = async () => (await import('@parking/contract/params/params.ts')).mqtt_factory
