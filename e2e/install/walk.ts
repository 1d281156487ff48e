/**
 * Walks from the one-time password to the handover sheet, on a phone, as an installer does, and counts every
 * press and field. Long because it is one path through nine steps.
 */
import { expect as anyExpect, type Locator, type Page } from '@playwright/test'
import type { Areas } from '@parking/console/locales/areas.ts'
import { platformParam } from '@parking/sim/provision.ts'
import { camera_password, storage_bucket, storage_sign_in, type World } from '@parking/sim/world.ts'
import { password, username } from '../support/device.ts'
import { boxAtRest } from '../business/sceneConfig/draw.ts'

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
  /** A commissioning file with its passphrase; without one, the settings are typed. */
  file?: { content: string; passphrase: string }
  /** Waits as a person would before a press or a field; does nothing in a test. */
  pause?: (for_what: 'press' | 'field') => Promise<unknown>
  /** Called at the end of a step, with the presses and fields that it took. */
  onStep?: (name: string, presses: number, fields: number) => void
}

export async function walkInstallation(walk: Walk): Promise<{ presses: number; fields: number }> {
  const { page, words, world, one_time_password, file, pause = async () => undefined, onStep } = walk
  const { install, config_document: document } = words
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
  /** Saves what was typed, tests it, and leads on, in one press. */
  const goOn = async () => press(button(install.save_on))
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
    if (!file) await press(page.getByRole('link', { name: install.begin, exact: true }))
  })

  if (file)
    await step('file', async () => {
      await pause('press')
      const picked = { mimeType: 'application/json', buffer: Buffer.from(file.content) }
      await page.locator('input[type=file]').setInputFiles({ name: 'kerb.parking.json', ...picked })
      sum.presses++
      await fill(page.getByLabel(document.export.passphrase, { exact: true }), file.passphrase)
      await press(button(document.import.unlock))
      await expect(page.getByText(document.import.secrets.opened)).toBeVisible()
      await press(
        page.getByRole('button', { name: new RegExp(document.import.apply_all(0).replace('0', '\\d+')) }),
      )
    })

  await step('place', async () => {
    await at('place', 1)
    if (file) await expect(box(words.device.name)).toHaveValue(/^深南大道-/)
    else await fill(box(words.device.name), '深南大道-01')
    await press(button(words.device.position))
    await expect(page.getByText(words.device.position_found(8))).toBeVisible()
    await expect(box(words.device.longitude)).toHaveValue('113.943861')
    await goOn()
  })

  const typed = async (name: string, work: () => Promise<void>) => {
    // What the file has filled is tested as it is applied, and its steps are not gone through.
    if (!file) await step(name, work)
  }
  await typed('network', async () => {
    await at('network', 2)
    await expect(page.getByText(install.gaps.untested)).toBeVisible()
    await press(button(install.check))
  })

  await typed('time', async () => {
    await at('time', 3)
    const ntp = page.getByRole('region', { name: words.time.ntp, exact: true })
    const follows = ntp.getByRole('switch', { name: words.time.ntp_enabled })
    if (!(await follows.isChecked())) await press(follows)
    const server = ntp.getByRole('textbox', { name: words.time.ntp_server, exact: true })
    await fill(server, world.time.address)
    await goOn()
  })

  await step('cameras', async () => {
    await at('cameras', 4)
    const { form, wizard } = words.camera
    const dialog = page.getByRole('dialog', { name: form.title })
    const [camera] = world.cameras
    await expect(dialog.getByRole('checkbox', { name: camera?.name ?? '', exact: true })).toBeChecked()
    await fill(dialog.getByLabel(form.password, { exact: true }), camera_password)
    await press(dialog.getByRole('button', { name: form.submit, exact: true }))
    await expect(dialog.getByRole('img', { name: wizard.picture })).toHaveJSProperty('naturalWidth', 1920)
    await press(dialog.getByRole('button', { name: wizard.add }))
  })

  await step('lots', async () => {
    const { scene } = words.camera
    await expect(page.getByRole('img', { name: scene.picture })).toHaveJSProperty('naturalWidth', 1920)
    // The row along the kerb, by the corners of its first and its last lot.
    await expect(page.getByText(scene.strip.first)).toBeVisible()
    const lots = world.street.lots(0).map(({ polygon }) => polygon)
    const [first, last] = [lots[0]!, lots.at(-1)!]
    const picture = await boxAtRest(page.getByRole('img', { name: scene.picture }))
    await pause('press')
    for (const [x, y] of [first[0]!, last[3]!, last[2]!, first[1]!]) {
      await page.mouse.click(picture.x + x * picture.width, picture.y + y * picture.height)
      sum.presses++
    }
    await press(page.getByRole('button', { name: scene.strip.make(lots.length) }))
    await press(button(scene.onward.save))
    const asked = page.getByRole('dialog')
    await fill(asked.getByRole('textbox'), 'P-0755-01')
    await press(asked.getByRole('button', { name: scene.parking.save_in('P-0755-01') }))
    await expect(page.getByText(scene.saved)).toBeVisible()
  })

  await typed('platform', async () => {
    await at('platform', 6)
    const param = platformParam(world)
    const { fields } = words.platform
    for (const field of ['operator_no', 'auth_url', 'device_init_url', 'device_hb_url', 'data_url'] as const)
      await fill(box(fields[field]), param[field])
    await fill(box(fields.extra_info), param.extra_info)
    await goOn()
  })

  await typed('storage', async () => {
    await at('storage', 7)
    const text = words.object_storage
    await fill(box(text.fields.endpoint), world.s3.url)
    await fill(box(text.at.s3.username), storage_sign_in.username)
    await fill(page.getByLabel(text.at.s3.password), storage_sign_in.password)
    await fill(box(text.at.s3.directory), `${storage_bucket}/kerb-01`)
    await goOn()
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
    await expect(page.getByText(install.handover_done).first()).toBeVisible({ timeout: 60_000 })
  })
  return sum
}
