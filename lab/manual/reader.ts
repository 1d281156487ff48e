/**
 * Follows the manual in a browser: the pages “首次登录” and “从登录到第一条停车事件”, with the labels that they name. Only
 * the picture has no label there; the corners to click are those of the street's lot.
 */
import type { Locator, Page } from '@playwright/test'
import { dictionaries } from '#e2e/support/words.ts'
import { assert } from '../proof.ts'
import { follow, stepsOf, type Step } from './pages.ts'

export type Reader = {
  page: Page
  language: 'zh' | 'tw'
  /** The data on the label of the box, as root's terminal shows it. */
  box: { address: string; fingerprint: string; one_time_password: string }
  /** The fingerprint of the certificate that the browser receives. */
  fingerprintShown(): Promise<string>
  camera: { address: string; username: string; password: string; name: string }
  lot: { no: string; parking_no: string; corners: readonly (readonly [number, number])[] }
  /** Parks a vehicle on the lot. */
  park(): Promise<unknown>
}
const patience = { timeout: 120_000 }
const password = 'Kerb+Stone-2026'

export async function signIn({ page, language, box, fingerprintShown }: Reader): Promise<void> {
  const button = (name = '') => page.getByRole('button', { name, exact: true })
  await follow(stepsOf(language, 'sign-in'), [
    () => page.goto(box.address),
    async () =>
      assert((await fingerprintShown()) === box.fingerprint, 'another fingerprint than on the label'),
    async ({ text, labels }) => {
      await page.locator('#username').fill(/`(admin)`/.exec(text)?.[1] ?? '')
      await page.locator('#password').fill(box.one_time_password)
      await button(labels.at(-1)).click()
    },
    async ({ labels }) => {
      await page.getByRole('heading', { name: labels[0], exact: true }).waitFor(patience)
      for (const field of ['#new-password', '#repeat-password']) await page.locator(field).fill(password)
    },
    async ({ labels }) => {
      await button(labels[0]).click()
      await page.waitForURL(/\/dashboard/, patience)
    },
  ])
}

export async function firstEvent({ page, language, camera, lot, park }: Reader): Promise<void> {
  const words = dictionaries[language]
  const press = (name = '', role: 'button' | 'link' = 'button') =>
    page.getByRole(role, { name, exact: true }).first().click(patience)
  const fill = (name = '', value: string) => page.getByLabel(name, { exact: true }).fill(value)
  const menu = page.getByRole('navigation', { name: words.shell.menu.label })
  await follow(stepsOf(language, 'first-event'), [
    async ({ menu: path, labels }) => {
      await openByMenu(menu, path)
      await press(labels[0])
    },
    async ({ labels: [, way, address, port, username, secret, connect] }) => {
      await page.getByRole('radio', { name: way, exact: true }).click(patience)
      await fill(address, camera.address)
      await fill(port, '80')
      await fill(username, camera.username)
      await fill(secret, camera.password)
      await press(connect)
    },
    async ({ labels: [name, add] }) => {
      const picture = page.getByRole('img', { name: words.camera.wizard.picture })
      await picture.waitFor(patience)
      await fill(name, camera.name)
      await press(add)
    },
    ({ labels }) => press(labels[0], 'link'),
    async ({ labels: [tool, lot_no, , parking_no] }) => {
      const picture = page.getByRole('img', { name: words.camera.scene.picture })
      await picture.waitFor(patience)
      await press(tool)
      const { x, y, width, height } = await boxAtRest(picture)
      for (const [right, down] of lot.corners) await page.mouse.click(x + right * width, y + down * height)
      await fill(lot_no, lot.no)
      await fill(parking_no, lot.parking_no)
    },
    async ({ labels: [save, saved = ''] }) => {
      await press(save)
      await page.getByText(saved).first().waitFor(patience)
    },
    async ({ labels: [dashboard = '', free = ''] }) => {
      await openByMenu(menu, [dashboard])
      const shown = new RegExp(`^${lot.no}\\b.*${free}`)
      await page.getByRole('button', { name: shown }).first().waitFor(patience)
      await park()
    },
    async ({ menu: path }: Step) => {
      await openByMenu(menu, path)
      const row = page.locator('tbody').getByRole('row').filter({ hasText: lot.no })
      await row.filter({ hasText: words.codes.event_type.entry }).first().waitFor({ timeout: 300_000 })
    },
  ])
}

/** Opens the groups of the menu that are closed, then the page. */
async function openByMenu(menu: Locator, path: readonly string[]): Promise<void> {
  for (const [at, name] of path.entries()) {
    const next = path[at + 1]
    if (next === undefined) return menu.getByRole('link', { name, exact: true }).click(patience)
    const group = menu.getByRole('button', { name, exact: true })
    if ((await group.getAttribute('aria-expanded', patience)) !== 'true') await group.click()
  }
}

/** The bounding box of a picture, once two readings agree: the layout changes when the picture has loaded. */
async function boxAtRest(picture: Locator) {
  let before = ''
  for (;;) {
    const box = await picture.boundingBox()
    if (box !== null && box.width > 100 && JSON.stringify(box) === before) return box
    before = JSON.stringify(box)
    await picture.page().waitForTimeout(200)
  }
}
