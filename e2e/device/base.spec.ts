/**
 * Basic info and address (spec §3, §5): shown, validated and saved, and no input is lost. Long because each
 * way of losing input has its test.
 */
import type { Page } from '@playwright/test'
import type { Areas } from '@parking/console/locales/areas.ts'
import { violations } from '../measures/violations.ts'
import { expect, heading, test } from '../fixtures.ts'
import { platformParam } from '@parking/sim/provision.ts'

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const address = {
  province: '广东省',
  city: '深圳市',
  district: '南山区',
  detail_address: '深南大道 9988 号',
  longitude: 113.94386,
  latitude: 22.54023,
}

test('every field rejects an invalid value with a message at the field', async ({ page, device, words }) => {
  await device.call('/api/device/set_address', address)
  await device.call('/api/device/set_basic_info', { name: '测试箱' })
  const {
    device: text,
    errors: { issues },
  } = words
  await page.goto('/device/base')
  await expect(box(page, text.province)).toHaveValue(address.province)
  const refuses = async (label: string, typed: string, sentence: string) => {
    const field = box(page, label)
    const before = await field.inputValue()
    await field.fill(typed)
    await field.blur()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(sentence)
    await field.fill(before)
    await field.blur()
    await expect(field).toHaveAttribute('aria-invalid', 'false')
  }
  await refuses(text.longitude, '180.5', issues.longitude)
  await refuses(text.longitude, '113.1234567', issues.longitude)
  await refuses(text.latitude, '91', issues.latitude)
  await refuses(text.latitude, '-1', issues.latitude)
  await refuses(text.province, '省'.repeat(33), issues.too_long(32))
  await refuses(text.detail_address, '号'.repeat(201), issues.too_long(200))
  await refuses(text.name, '', issues.required)
  await refuses(text.name, 'x'.repeat(65), issues.too_long(64))
})

test(
  'a saved form is confirmed, and shown again after a reload',
  { tag: '@tw' },
  async ({ page, device, words, language }) => {
    await device.call('/api/device/set_address', address)
    const { device: text, forms } = words
    await page.goto('/device/base')
    await expect(heading(page, words.shell.routes.device_base)).toBeVisible()
    await expect(box(page, text.city)).toHaveValue(address.city)
    const name = `箱 ${language}`
    await box(page, text.name).fill(name)
    await box(page, text.detail_address).fill(`路 1 号 ${language}`)
    await box(page, text.longitude).fill('121.5')
    await expect(page.getByRole('region', { name: forms.unsaved })).toContainText(forms.changes(3))
    await page.getByRole('button', { name: forms.save, exact: true }).click()
    await expect(page.getByText(words.errors.messages.update_success)).toBeVisible()
    await page.reload()
    await expect(box(page, text.name)).toHaveValue(name)
    await expect(box(page, text.longitude)).toHaveValue('121.5')
    expect(await device.call('/api/device/get_address', {})).toEqual({
      ...address,
      detail_address: `路 1 号 ${language}`,
      longitude: 121.5,
    })
    expect(await device.call('/api/device/get_basic_info', {})).toMatchObject({ name })
  },
)

test('undo discards the input', async ({ page, device, words }) => {
  await device.call('/api/device/set_address', address)
  await page.goto('/device/base')
  const city = box(page, words.device.city)
  await expect(city).toHaveValue(address.city)
  await city.fill('珠海市')
  await page.getByRole('button', { name: words.forms.undo }).click()
  await expect(city).toHaveValue(address.city)
  await expect(page.getByRole('button', { name: words.forms.save, exact: true })).toBeHidden()
  await expect(city).toBeFocused()
})

test(
  'the save bar lists each change, undoes a single one, and closes with the last; Ctrl-S saves',
  { tag: '@tw' },
  async ({ page, device, words }) => {
    const { device: text, forms } = words
    await device.call('/api/device/set_address', address)
    await page.goto('/device/base')
    const bar = page.getByRole('region', { name: forms.unsaved })
    await expect(box(page, text.city)).toHaveValue(address.city)
    await expect(bar).toBeHidden()
    await box(page, text.city).fill('臺北市')
    await box(page, text.district).fill('信義區')
    await expect(page.getByRole('status').filter({ hasText: forms.unsaved_count(2) })).toHaveCount(1)
    await expect(bar).toContainText(`${text.city} ${address.city} → 臺北市`)
    await bar.getByRole('button', { name: forms.changes(2) }).click()
    await expect(bar.getByRole('listitem')).toHaveText([new RegExp(text.city), new RegExp(text.district)])
    expect(await violations(page)).toEqual([])
    await bar.getByRole('button', { name: forms.take_back(text.city) }).click()
    await expect(box(page, text.city)).toHaveValue(address.city)
    await expect(bar.getByRole('listitem')).toHaveCount(1)
    await box(page, text.district).focus()
    await page.keyboard.press('Control+s')
    await expect(page.getByText(words.errors.messages.update_success)).toBeVisible()
    await expect(bar).toBeHidden()
    await expect(box(page, text.district)).toBeFocused()
    expect(await device.call('/api/device/get_address', {})).toEqual({ ...address, district: '信義區' })
  },
)

test('pasted coordinates are recognised in either order', async ({ page, words }) => {
  await page.goto('/device/base')
  await box(page, words.device.paste).fill('22.54023, 113.94386')
  await page.getByRole('button', { name: words.device.paste_apply }).click()
  await expect(box(page, words.device.longitude)).toHaveValue('113.94386')
  await expect(box(page, words.device.latitude)).toHaveValue('22.54023')
})

test.describe('the name on the platform', () => {
  test.beforeEach(async ({ device, world }) => {
    await world.platform.setBehaviour('accept')
    await device.call('/api/parking/update_platform_param', platformParam(world))
  })
  const save = (page: Page, words: Areas) =>
    page.getByRole('button', { name: words.forms.save, exact: true }).click()

  test('a name that another device has is refused at the field; a free one is confirmed', async ({
    page,
    world,
    device,
    words,
    allow,
  }) => {
    allow(/操作对象重复/, 'the name is taken')
    const { device: text, errors } = words
    const [taken] = world.platform.names.values()
    await page.goto('/device/base')
    const name = box(page, text.name)
    await expect(name).toBeEditable()
    await name.fill(taken!)
    await save(page, words)
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expect(name).toHaveAccessibleDescription(errors.issues.name_taken)
    await expect(name).toBeFocused()
    expect((await device.call('/api/device/get_basic_info', {})).name).not.toBe(taken)
    await name.fill('深南大道-21')
    await save(page, words)
    await expect(page.getByText(text.name_states.unique)).toBeVisible()
    await expect(name).toHaveAttribute('aria-invalid', 'false')
  })

  test(
    'a name that could not be checked is shown as such, and is marked at its field once it proves taken',
    { tag: '@tw' },
    async ({ page, world, words }) => {
      const { device: text, errors } = words
      const [taken] = world.platform.names.values()
      await world.platform.setBehaviour('error')
      await page.goto('/device/base')
      const name = box(page, text.name)
      await expect(name).toBeEditable()
      await name.fill(taken!)
      await save(page, words)
      await expect(page.getByText(text.name_states.unchecked)).toBeVisible()
      await world.platform.setBehaviour('accept')
      await expect(page.getByText(text.name_states.taken)).toBeVisible()
      await expect(name).toHaveAttribute('aria-invalid', 'true')
      await expect(name).toHaveAccessibleDescription(errors.issues.name_taken)
      await name.fill('深南大道-22')
      await save(page, words)
      await expect(page.getByText(text.name_states.unique)).toBeVisible()
    },
  )

  test('without a platform the page says the name cannot be checked', async ({ page, device, words }) => {
    const { device: text } = words
    await device.call('/api/parking/update_platform_param', { device_init_url: '' })
    await page.goto('/device/base')
    const name = box(page, text.name)
    await expect(name).toBeEditable()
    await name.fill('深南大道-23')
    await save(page, words)
    await expect(page.getByText(text.name_states.no_platform)).toBeVisible()
  })
})

test('text typed at the moment a field appears is kept @tw', async ({ page, words }) => {
  // A fast typist or a password manager: the input event comes before the browser has painted the field.
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      const box = document.querySelector<HTMLInputElement>('input[name="district"]')
      if (!box) return
      seen.disconnect()
      box.value = '大安區'
      box.dispatchEvent(new Event('input', { bubbles: true }))
    })
    seen.observe(document, { childList: true, subtree: true })
  })
  await page.goto('/device/base')
  await expect(page.getByRole('region', { name: words.forms.unsaved })).toContainText('大安區')
  await expect(box(page, words.device.district)).toHaveValue('大安區')
  await page.getByRole('button', { name: words.forms.undo }).click()
})
