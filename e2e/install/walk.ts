/**
 * Walks from the one-time password to the handover sheet, on a phone, as an installer does, and counts every
 * press and field. Long because it is one path through nine steps.
 */
import { expect as anyExpect, type Locator, type Page } from '@playwright/test'
import type { Areas } from '@parking/console/locales/areas.ts'
import { platformParam } from '@parking/sim/provision.ts'
import { camera_password, storage_bucket, storage_sign_in, type World } from '@parking/sim/world.ts'
import { password, username } from '../support/device.ts'
import { drawLot } from '../business/sceneConfig/draw.ts'

/** The same timeout as in playwright.config.ts, for walks outside of the tests too. */
const expect = anyExpect.configure({ timeout: 40_000 })

/** A phone of 2020, with touch and a position. */
export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  geolocation: { longitude: 113.943861, latitude: 22.540231, accuracy: 8 },
  permissions: ['geolocation'],
}

export type Walk = {
  page: Page
  words: Areas
  world: World
  one_time_password: string
  /** Waits as a person would before a press or a field; does nothing in a test. */
  pause?: (for_what: 'press' | 'field') => Promise<unknown>
  /** Called at the end of a step, with the presses and fields that it took. */
  onStep?: (name: string, presses: number, fields: number) => void
}

export async function walkInstallation(walk: Walk): Promise<{ presses: number; fields: number }> {
  const { page, words, world, one_time_password, pause = async () => undefined, onStep } = walk
  const { install, forms } = words
  const sum = { presses: 0, fields: 0 }
  const press = async (target: Locator) => {
    await pause('press')
    await target.click()
    sum.presses++
  }
  const fill = async (target: Locator, text: string) => {
    await pause('field')
    await target.fill(text)
    sum.fields++
  }
  const box = (name: string) => page.getByRole('textbox', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const save = async () => {
    await press(button(forms.save))
    await expect(page.getByRole('region', { name: forms.unsaved })).toHaveCount(0)
  }
  const at = (step: keyof typeof install.steps, number: number) =>
    expect(page.getByText(install.step_of(number, 9, install.steps[step]))).toBeVisible()
  const step = async (name: string, work: () => Promise<void>) => {
    const before = { ...sum }
    await work()
    onStep?.(name, sum.presses - before.presses, sum.fields - before.fields)
  }

  await step('sign_in', async () => {
    await page.goto('/')
    const { login } = words
    await fill(page.getByLabel(login.username), username)
    await fill(page.getByLabel(login.password, { exact: true }), one_time_password)
    await press(button(login.submit))
    await fill(page.getByLabel(login.first.new, { exact: true }), password)
    await fill(page.getByLabel(login.first.repeat, { exact: true }), password)
    await press(page.getByRole('button', { name: login.first.submit }))
    await press(page.getByRole('link', { name: words.home.install, exact: true }))
    await expect(page.getByText(install.done_of(0, 9))).toBeVisible()
    await press(page.getByRole('link', { name: install.begin, exact: true }))
  })

  await step('place', async () => {
    await at('place', 1)
    await fill(box(words.device.name), '深南大道-01')
    await press(button(words.device.position))
    await expect(page.getByText(words.device.position_found(8))).toBeVisible()
    await expect(box(words.device.longitude)).toHaveValue('113.943861')
    await save()
    await press(button(install.next(install.steps.network)))
  })

  await step('network', async () => {
    await at('network', 2)
    await expect(page.getByText(install.gaps.untested)).toBeVisible()
    await press(button(install.check))
  })

  await step('time', async () => {
    await at('time', 3)
    const ntp = page.getByRole('region', { name: words.time.ntp, exact: true })
    const follows = ntp.getByRole('switch', { name: words.time.ntp_enabled })
    if (!(await follows.isChecked())) await press(follows)
    await fill(ntp.getByRole('textbox', { name: words.time.ntp_server, exact: true }), world.time.address)
    await save()
    await press(button(install.check))
  })

  await step('cameras', async () => {
    await at('cameras', 4)
    const { form, wizard, added } = words.camera
    await press(button(words.camera.add).first())
    const dialog = page.getByRole('dialog', { name: form.title })
    const [camera] = world.cameras
    await expect(dialog.getByRole('checkbox', { name: camera?.name ?? '', exact: true })).toBeChecked()
    await fill(dialog.getByLabel(form.password, { exact: true }), camera_password)
    await press(dialog.getByRole('button', { name: form.submit, exact: true }))
    await expect(dialog.getByRole('img', { name: wizard.picture })).toHaveJSProperty('naturalWidth', 1920)
    await press(dialog.getByRole('button', { name: wizard.add }))
    const seen = page.getByRole('dialog', { name: added.title(camera?.name ?? '') })
    await press(seen.getByRole('button', { name: added.later }))
    await press(button(install.next(install.steps.lots)))
  })

  await step('lots', async () => {
    await at('lots', 5)
    const { scene } = words.camera
    const name = world.cameras[0]?.name ?? ''
    await press(page.getByRole('link', { name: install.draw(name) }))
    await expect(page.getByRole('img', { name: scene.picture })).toHaveJSProperty('naturalWidth', 1920)
    const [first, second] = world.street.lots(0)
    for (const lot of [first, second]) {
      await pause('press')
      await drawLot(page, words, lot?.polygon ?? [])
      sum.presses += 5
    }
    await press(button(scene.save))
    const asked = page.getByRole('dialog')
    await fill(asked.getByRole('textbox'), 'P-0755-01')
    await press(asked.getByRole('button', { name: scene.parking.save_in('P-0755-01') }))
    await expect(page.getByText(scene.saved)).toBeVisible()
    await press(page.getByRole('link', { name: scene.back }))
    await expect(page.getByRole('link', { name: install.draw(name) })).toContainText(
      install.lots_of(2, 'P-0755-01'),
    )
    await press(button(install.next(install.steps.platform)))
  })

  await step('platform', async () => {
    await at('platform', 6)
    const param = platformParam(world)
    const { fields } = words.platform
    for (const field of ['operator_no', 'auth_url', 'device_init_url', 'device_hb_url', 'data_url'] as const)
      await fill(box(fields[field]), param[field])
    await fill(box(fields.extra_info), param.extra_info)
    await save()
    await press(button(install.check))
  })

  await step('storage', async () => {
    await at('storage', 7)
    const text = words.object_storage
    await fill(box(text.fields.endpoint), world.s3.url)
    await fill(box(text.at.s3.username), storage_sign_in.username)
    await fill(page.getByLabel(text.at.s3.password), storage_sign_in.password)
    await fill(box(text.at.s3.directory), `${storage_bucket}/kerb-01`)
    await save()
    await press(button(install.check))
  })

  await step('proof', async () => {
    await at('proof', 8)
    await expect(page.getByText(install.proof_waiting)).toBeVisible()
    // The analysis must have seen the empty street once: a car in its first frame is an "initial entry".
    const [camera] = world.cameras
    const before = camera?.requests['snapshot'] ?? 0
    await expect.poll(() => (camera?.requests['snapshot'] ?? 0) - before).toBeGreaterThan(5)
    world.street.arrive(0, 1)
    await expect(page.getByText(install.proof_taken)).toBeVisible({ timeout: 60_000 })
    await press(button(install.next(install.steps.handover)))
  })

  await step('handover', async () => {
    await at('handover', 9)
    await press(button(install.check_all))
    await expect(page.getByText(install.handover_done).first()).toBeVisible({ timeout: 60_000 })
  })
  return sum
}
