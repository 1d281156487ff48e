/**
 * A new user with one RTSP address and no ONVIF: the stream of a drawn street from GStreamer's server, the
 * real analysis program, three lots. A moving car becomes an entry and an exit with their reasons, and
 * doubtful events wait for a checker. Skipped with a message if Debian's packages are unavailable.
 */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rtsp_packages, startDebianRtsp } from '@parking/sim/peers/rtsp/debian-rtsp.ts'
import type { World } from '@parking/sim/world.ts'
import { unpackDebian } from '#scripts/lib/debian.mjs'
import { borrowFfmpeg } from '#scripts/lib/ffmpeg.mjs'
import { root } from '#scripts/lib/root.mjs'
import { drawLot } from './business/sceneConfig/draw.ts'
import { expect, heading, test } from './fixtures.ts'

const missing = !(await borrowFfmpeg())
const unpacked = missing ? undefined : await unpackDebian('rtsp', rtsp_packages)

test.use({
  stage: {
    on_street: 1,
    env: { PARKING_APP: JSON.stringify([process.execPath, join(root, 'analysis/dist/main.js')]) },
  },
})
test.setTimeout(300_000)
/** A look takes a tenth of a second, but many times that on a busy machine. */
const patience = { timeout: 120_000 }
const password = "Str'eet#20 26%"

/** The picture that the server streams: it reads the file for each frame, and `draw` replaces it. */
function filmStreet(world: World) {
  const folder = mkdtempSync(join(tmpdir(), 'parking-film-'))
  const picture = join(folder, 'street.jpg')
  return {
    picture,
    async draw() {
      writeFileSync(`${picture}.new`, await world.street.frame(0, 'RTSP'))
      renameSync(`${picture}.new`, picture)
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

test.describe('a newcomer', () => {
  test.skip(unpacked === undefined, 'Debian packages of GStreamer and ffmpeg cannot be had')

  test('with one RTSP address gets entries and exits with reasons; a checker gets doubtful events', async ({
    page,
    world,
    device,
    words,
  }) => {
    const film = filmStreet(world)
    await film.draw()
    // The stream is so small that no plate can be read, so a user must check the events.
    const shown = { picture: film.picture, width: 960, height: 540, fps: 2 }
    const rtsp = await startDebianRtsp(unpacked!, {
      username: 'kerb',
      password,
      paths: { '/street/1': 'H264' },
      ...shown,
    })
    // The shortest times allowed, to keep the test fast.
    const quick = { track_seconds: 2, track_step: 1, merge_seconds: 0 }
    await device.call('/api/parking/update_alg_param', quick)
    const outlines = world.street.lots(0).slice(0, 3)
    const numbers = ['N01', 'N02', 'N03']

    await test.step('add the camera by its stream address alone', async () => {
      const { form, wizard, added, reasons } = words.camera
      await page.goto('/business/sceneConfig')
      await page.getByRole('button', { name: words.camera.add, exact: true }).first().click()
      const dialog = page.getByRole('dialog', { name: form.title })
      await dialog.getByRole('radio', { name: form.common, exact: true }).click()
      const main = dialog.getByRole('textbox', { name: form.stream_url_main, exact: true })
      await main.fill(`rtsp://127.0.0.1:${rtsp.port}/street/1`)
      await dialog.getByRole('textbox', { name: form.username, exact: true }).fill('kerb')
      await dialog.getByLabel(form.password, { exact: true }).fill('wrong')
      await dialog.getByRole('button', { name: form.submit, exact: true }).click()
      await expect(dialog.getByText(reasons.signin)).toBeVisible(patience)
      await dialog.getByLabel(form.password, { exact: true }).fill(password)
      // The first picture of a stream may come too late on a busy machine.
      await expect(async () => {
        await dialog.getByRole('button', { name: form.submit, exact: true }).click()
        const picture = dialog.getByRole('img', { name: wizard.picture })
        await expect(picture).toHaveJSProperty('naturalWidth', 960, { timeout: 30_000 })
      }).toPass(patience)
      await dialog.getByRole('textbox', { name: form.camera_name, exact: true }).fill('西侧')
      const seen = page.getByRole('dialog', { name: added.title('西侧') })
      // The same applies to the check before the camera is stored; what was typed stays.
      await expect(async () => {
        await dialog.getByRole('button', { name: wizard.add }).click({ timeout: 5_000 })
        await expect(seen.getByRole('link', { name: added.draw })).toBeVisible({ timeout: 30_000 })
      }).toPass(patience)
      await seen.getByRole('link', { name: added.draw }).click()
    })

    await test.step('draw three lots on its picture', async () => {
      const { scene } = words.camera
      await expect(page.getByRole('img', { name: scene.picture })).toHaveJSProperty('naturalWidth', 960)
      for (const [at, { polygon }] of outlines.entries()) {
        await drawLot(page, words, polygon)
        const number = page.getByRole('textbox', { name: scene.attributes.lot_no, exact: true })
        // On a busy machine the panel may still show the previous lot.
        if (at > 0) await expect(number).not.toHaveValue(numbers[at - 1] ?? '')
        await number.fill(numbers[at] ?? '')
      }
      await page.getByRole('textbox', { name: scene.attributes.parking_no, exact: true }).fill('P-1')
      await page.getByRole('button', { name: scene.save, exact: true }).click()
      await expect(page.getByText(scene.saved)).toBeVisible()
    })

    await test.step('the page of the camera says how well it is analysed', async () => {
      const [camera] = (await device.call('/api/camera/list_cameras', { page: 1, page_size: 10 })).list
      await page.goto(`/business/sceneConfig?camera_sn=${camera?.camera_sn}`)
      const { title, tags, seconds } = words.camera.analysis
      const health = page.getByRole('region', { name: title })
      // What matters is that there are figures, however slow this machine is.
      await expect(health).toContainText(new RegExp(seconds('[0-9.]+')), patience)
      await expect(health.getByText(tags.unseen)).toBeHidden()
      const looks = async () =>
        (await device.call('/api/camera/analysis_health', { camera_sn: camera?.camera_sn ?? '' })).figures
          ?.looks ?? 0
      await expect.poll(looks, patience).toBeGreaterThan(1)
    })

    await test.step('a car comes: an entry, and why', async () => {
      await page.goto('/business/data/parking')
      await expect(page.getByRole('heading', { name: words.events.empty })).toBeVisible()
      world.street.arrive(0, 1)
      await film.draw()
      const row = page.locator('tbody').getByRole('row').filter({ hasText: 'N02' })
      await expect(row).toBeVisible(patience)
      await expect(row).toContainText(words.codes.event_type.entry)
      await row.getByRole('link').first().click()
      const detail = page.getByRole('dialog', { name: words.events.detail })
      await expect(detail.getByRole('heading', { name: words.event_detail.looks })).toBeVisible()
      await detail.getByText(words.event_detail.looks_values).click()
      const list = detail.getByRole('list', { name: words.event_detail.looks_list })
      await expect(list).toContainText(words.event_detail.look_seen.empty)
      await expect(list).toContainText(words.event_detail.look_seen.vehicle)
    })

    await test.step('it leaves: an exit', async () => {
      world.street.leave(0, 1)
      await film.draw()
      const types = async () =>
        (await device.call('/api/parking/parking_event', { page: 1, page_size: 20 })).list.map(
          ({ lot_no, event_type }) => `${lot_no} ${event_type}`,
        )
      await expect.poll(types, patience).toEqual(expect.arrayContaining(['N02 3', 'N02 1']))
    })

    await test.step('its plate could not be read: a checker sees it', async () => {
      await page.goto('/business/data/manual?tab=check')
      await expect(heading(page, words.shell.routes.business_manual)).toBeVisible()
      await expect(page.getByRole('tab', { name: new RegExp(words.checks.check) })).toContainText(/[1-9]/)
      await expect(page.getByText(words.checks.no_plate, { exact: true }).first()).toBeVisible()
    })
    await rtsp.stop()
    film.remove()
  })
})
