/**
 * An event in detail: pictures with the lot, parking record, every attempt with the platform's answer,
 * actions, and its link.
 * Long because all tests share one street and its events.
 */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { borrowFfmpeg } from '#scripts/lib/ffmpeg.mjs'
import { openDatabase } from '@parking/server/core/db.ts'
import { clipPath } from '@parking/server/events/record/event-paths.ts'
import { root } from '#scripts/lib/root.mjs'
import { asRole } from '#e2e/support/as-role.ts'
import { mediaFolder } from '#e2e/support/media-folder.ts'
import { not_found, startProxy } from '#e2e/support/proxy.ts'
import { violations } from '#e2e/measures/violations.ts'
import { dictionaries } from '#e2e/support/words.ts'
import type { AnswerAt } from '@parking/console/core/api.ts'
import { expect, test } from '#e2e/fixtures.ts'
import type { Device } from '#e2e/support/device.ts'

const has_ffmpeg = await borrowFfmpeg()

test.use({ stage: { on_street: 2, added: 2, analysis: true, platform: true } })
test.describe.configure({ mode: 'serial' })

type Row = AnswerAt<'/api/parking/parking_event'>['list'][number]
const listed = async (
  device: Device,
  filter: { lot_no: string; event_type?: 1 | 3 },
): Promise<Row | undefined> =>
  (await device.call('/api/parking/parking_event', { page: 1, page_size: 1, ...filter })).list[0]
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const open = (page: Page, uuid: string, more = '') => page.goto(`/business/data/parking?uuid=${uuid}${more}`)

async function untilStatus(
  device: Device,
  filter: { lot_no: string; event_type?: 1 | 3 },
  status: number,
): Promise<Row> {
  await expect.poll(async () => (await listed(device, filter))?.status).toBe(status)
  return (await listed(device, filter))!
}

let exit: Row
let refused: Row

test('a parking record shows pictures with the lot, links entry and exit, and can be shared', async ({
  page,
  context,
  device,
  world,
  words,
}) => {
  const [text, detail] = [words.event_detail, dialog(page, words.events.detail)]
  const lot_no = world.street.lots(0)[1]!.lot_no
  world.street.arrive(0, 1)
  const entry = await untilStatus(device, { lot_no, event_type: 1 }, 2)
  world.street.leave(0, 1)
  exit = await untilStatus(device, { lot_no, event_type: 3 }, 2)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])

  // The event opens directly, over a list that does not contain it.
  await open(page, exit.uuid, '&lot_no=nowhere')
  await expect(detail).toContainText(text.reasons.accepted)
  const stay = detail.getByRole('list', { name: text.session_events })
  await expect(stay.getByRole('listitem')).toHaveCount(2)
  await expect(stay.getByRole('listitem').last()).toContainText(text.session_here)
  await expect(detail.getByText(text.missing_entry)).toHaveCount(0)
  await stay.getByRole('link', { name: entry.event_time_str }).click()
  await expect(page).toHaveURL(new RegExp(entry.uuid))
  await expect(stay.getByRole('link', { name: exit.event_time_str })).toBeVisible()
  await expect(detail.getByRole('heading', { name: text.history })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(exit.uuid))

  // The outline is where the lot was drawn.
  const picture = detail.getByRole('button', { name: words.events.open_picture(words.events.kinds.image) })
  const outline = picture.locator('polygon').last()
  const drawn = (await device.call('/api/camera/get_scenes', {})).list
    .flatMap((scene) => scene.lots)
    .find((lot) => lot.lot_no === lot_no)!.polygon
  const size = await picture
    .locator('img')
    .evaluate((image: HTMLImageElement) => ({ width: image.naturalWidth, height: image.naturalHeight }))
  await expect
    .poll(async () =>
      ((await outline.getAttribute('points')) ?? '').split(' ').map((point) =>
        point
          .split(',')
          .map((value, at) => Number(value) / (at === 0 ? size.width : size.height))
          .map((share) => share.toFixed(3)),
      ),
    )
    .toEqual(drawn.map((point) => point.map((share) => share.toFixed(3))))
  const toggle = detail.getByRole('button', { name: text.lot_line, exact: true })
  await toggle.click()
  await expect(outline).toHaveCount(0)
  await picture.click()
  const viewer = page.getByRole('dialog', { name: words.events.viewer })
  await expect(viewer.getByRole('button', { name: text.lot_line, exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  await page.keyboard.press('l')
  await expect(viewer.locator('polygon')).toHaveCount(2)
  await page.keyboard.press('1')
  await expect(viewer.getByRole('button', { name: words.events.full, exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(outline).toBeVisible()
  expect(await violations(page)).toEqual([])

  await detail.getByRole('button', { name: text.copy_link, exact: true }).click()
  await expect(page.getByText(words.shell.copy.success)).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(`${device.address}/business/data/parking?uuid=${exit.uuid}`)
})

test('flags what is missing, why there is no clip, links to the desk', async ({ page, device, words }) => {
  const [text, detail] = [words.event_detail, dialog(page, words.events.detail)]
  const db = openDatabase(join(device.folder, 'data', 'parking.db'), join(root, 'server/migrations'))
  const { event_id } = db.get<{ event_id: number }>('SELECT event_id FROM event WHERE uuid = ?', [exit.uuid])!
  db.run("INSERT OR REPLACE INTO event_clip (event_id, outcome, why) VALUES (?, 2, 'no_stream')", [event_id])
  db.run('UPDATE event SET to_check = 1 WHERE event_id = ?', [event_id])
  db.close()
  const entry = (await listed(device, { lot_no: exit.lot_no, event_type: 1 }))!
  await device.call('/api/parking/delete_parking_event', { list: [entry.uuid] })
  await open(page, exit.uuid)
  await expect(detail.getByText(text.missing_entry, { exact: true })).toBeVisible()
  await expect(detail.getByText(text.flags.entry_missing)).toBeVisible()
  await expect(detail.getByText(text.absences.no_stream)).toBeVisible()
  await detail.getByRole('link', { name: text.check, exact: true }).click()
  await expect(page.getByRole('group', { name: words.checks.queue })).toContainText(exit.lot_no)
  // A link to a deleted event says when and by whom; a link to an unknown one says that it does not exist.
  await open(page, entry.uuid)
  await expect(detail.getByRole('heading', { name: text.deleted })).toBeVisible()
  const { deleted_str } = await device.call('/api/parking/parking_event_tombstone', { uuid: entry.uuid })
  await expect(detail.getByText(text.deleted_by('admin', deleted_str))).toBeVisible()
  await expect(detail.getByRole('definition').filter({ hasText: entry.uuid })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await open(page, randomUUID())
  await expect(detail.getByRole('heading', { name: words.events.detail_gone })).toBeVisible()
})

// The server's tests cover how clips are recorded; this one plays a clip.
if (has_ffmpeg) {
  test('plays a clip, from any position', async ({ page, device, words }) => {
    const detail = dialog(page, words.events.detail)
    const db = openDatabase(join(device.folder, 'data', 'parking.db'), join(root, 'server/migrations'))
    const { event_id, create_ms } = db.get<{ event_id: number; create_ms: number }>(
      'SELECT event_id, create_ms FROM event WHERE uuid = ?',
      [exit.uuid],
    )!
    const path = clipPath(create_ms, exit.uuid)
    const [file, data] = [join(device.folder, 'clip.mp4'), join(device.folder, 'data')]
    execFileSync('ffmpeg', [
      '-loglevel',
      'error',
      '-f',
      'lavfi',
      '-i',
      'testsrc=size=320x180:duration=8:rate=10',
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      '-movflags',
      '+faststart',
      file,
    ])
    const media = mediaFolder(data)
    mkdirSync(join(media.folder, dirname(path)), { recursive: true })
    await media.write(path, readFileSync(file), { forced: false })
    db.run(
      `INSERT OR REPLACE INTO event_clip (event_id, outcome, width, height, duration_ms, bytes)
       VALUES (?, 1, 320, 180, 8000, ?)`,
      [event_id, statSync(file).size],
    )
    db.close()
    await open(page, exit.uuid)
    const video = detail.getByLabel(words.event_detail.clip, { exact: true })
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => [element.videoWidth, element.duration]))
      .toEqual([320, 8])
    await video.evaluate((element: HTMLVideoElement) => void (element.currentTime = 6))
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => [element.seeking, element.currentTime]))
      .toEqual([false, 6])
    await video.evaluate((element: HTMLVideoElement) => element.play())
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.ended)).toBe(true)
    expect(await violations(page)).toEqual([])
  })
}

test("a refused event shows the platform's answer verbatim, who resent it, and its timeline", async ({
  counting,
  page,
  device,
  world,
  words,
}) => {
  const [text, detail] = [words.event_detail, dialog(page, words.events.detail)]
  await world.platform.setBehaviour('refuse')
  world.street.arrive(1, 0)
  refused = await untilStatus(device, { lot_no: world.street.lots(1)[0]!.lot_no }, 4)
  await page.goto('/business/data/parking')
  await counting('event_detail')
  await page.locator('tbody').getByRole('row').filter({ hasText: refused.lot_no }).getByRole('link').click()
  const [said, message] = [
    refused.response_info,
    (JSON.parse(refused.response_info) as { message: string }).message,
  ]
  await expect(detail.getByRole('code').filter({ hasText: said })).toBeVisible()
  await expect(detail.getByText(words.events.says_refused(message))).toBeVisible()
  await expect(detail.getByText(text.outcomes.deliver.refused).first()).toBeVisible()
  await expect(detail.getByText(text.session_still)).toBeVisible()
  await world.platform.setBehaviour('accept')
  await detail.getByRole('button', { name: text.resend, exact: true }).click()
  await expect(page.getByText(text.resend_done)).toBeVisible()
  await expect(detail.getByText(text.reasons.accepted).first()).toBeVisible()
  const resent = detail.getByRole('listitem').filter({ hasText: text.reasons.resent })
  await expect(resent).toContainText(text.by('admin'))
  await expect(detail.getByRole('code').filter({ hasText: said }), 'what was said before stays').toBeVisible()
})

test.describe('in Taiwan, on a phone', () => {
  test.use({ language: 'tw', viewport: { width: 390, height: 844 } })

  test("fills the window, uses Taiwan's words, and does not overflow", async ({ page, words }) => {
    const [text, detail] = [words.event_detail, dialog(page, words.events.detail)]
    await open(page, refused.uuid)
    await expect(detail.getByText(text.reasons.resent)).toBeVisible()
    expect(text.reasons.resent).not.toBe(dictionaries.zh.event_detail.reasons.resent)
    expect(await detail.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
    expect(
      await detail.evaluate((sheet) =>
        [sheet, ...sheet.children]
          .map((part) => part.scrollWidth - part.clientWidth)
          .filter((over) => over > 0),
      ),
    ).toEqual([])
    expect(await violations(page)).toEqual([])
  })
})

test('a viewer sees why they may not delete; an administrator deletes', async ({ page, device, words }) => {
  const [text, detail] = [words.event_detail, dialog(page, words.events.detail)]
  const remove = detail.getByRole('button', { name: words.events.delete, exact: true })
  await asRole(device, 'viewer', async () => {
    await open(page, refused.uuid)
    await expect(remove).toHaveAccessibleDescription(text.delete_role)
    await expect(detail.getByRole('button', { name: text.resend, exact: true })).toHaveAccessibleDescription(
      text.resend_role,
    )
  })
  await open(page, refused.uuid)
  await remove.click()
  await page.getByRole('alertdialog').getByRole('button', { name: words.events.delete, exact: true }).click()
  await expect(page.getByText(words.events.deleted(1))).toBeVisible()
  await expect(detail).toBeHidden()
  await expect(page.locator('tbody')).not.toContainText(refused.lot_no)
})

test("shows the list's data if the device has only spec calls", async ({ page, device, words, allow }) => {
  allow(/another origin/, 'the other device has an address of its own')
  allow(/404/, 'it does not have the call')
  const other = await startProxy(device, (path) =>
    ['/api/parking/parking_event_detail'].includes(path) ? not_found : undefined,
  )
  try {
    await page.goto(`${other.address}/business/data/parking?uuid=${exit.uuid}`)
    const detail = dialog(page, words.events.detail)
    await expect(detail.getByText(words.event_detail.lacks)).toBeVisible()
    await expect(detail.getByRole('heading', { name: words.events.delivery })).toBeVisible()
    await expect(detail.getByRole('code').filter({ hasText: exit.response_info })).toBeVisible()
    await expect(detail.getByRole('button', { name: words.event_detail.resend, exact: true })).toHaveCount(0)
    await expect(
      detail.getByRole('button', { name: words.event_detail.copy_link, exact: true }),
    ).toBeVisible()
  } finally {
    await other.stop()
  }
})
