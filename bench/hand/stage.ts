/** The device that `npm run bench:hand` measures: eight cameras, 200 lots in one picture, 120 events. */
import type { BrowserContext, Page } from '@playwright/test'
import { reportEvents } from '#e2e/support/report-events.ts'
import { openStreet } from '#scripts/lib/open-street.ts'
import { addCameras, startCameras } from '../support/cameras.ts'
import { lots } from '../support/many-lots.ts'
import { observe } from './measure.ts'

const events = 120

export type Hand = Awaited<ReturnType<typeof openHand>>

const longest_rest_ms = 10_000

/** With a limit: about once in ten pages the browser never calls back while nothing is drawn. */
export const idle = `new Promise((resolve) => {
  const limit = { timeout: 2000 }
  requestIdleCallback(() => requestIdleCallback(resolve, limit), limit)
})`

/** Waits until the network is idle, with a limit, because a wall of cameras never stops loading. */
export const rest = (page: Page): Promise<void> =>
  page.waitForLoadState('networkidle', { timeout: longest_rest_ms }).catch(() => undefined)

export async function openHand() {
  const street = await openStreet({ on_street: 1, added: 1, platform: true, env: { STREET_POLL_MS: '1000' } })
  const { device, world } = street
  const jpeg = await world.street.frame(0, 'BENCH')
  const cameras = await startCameras(7, () => Promise.resolve(jpeg))
  await addCameras(device, cameras)
  const [camera_sn, first] = ['BENCH-0', world.cameras[0]?.serial ?? '']
  const { scene_id } = await device.call('/api/camera/add_update_scene', {
    camera_sn,
    scene_type: 0,
    enabled: false,
    parking_no: 'P-BENCH',
    direction: 5,
    ref_width: 1920,
    ref_height: 1080,
    lots,
  })
  await device.call('/api/parking/update_schedule_param', {
    plans: [{ days: [1, 2, 3, 4, 5, 6, 7], range: { start: '08:00:00', end: '17:59:59' }, type: 1 }],
  })
  await device.call('/api/system/app_control', { action: 'stop' })
  for (let from = 0; from < events; from += 20)
    await reportEvents(
      device,
      world,
      Array.from({ length: 20 }, (_, at) => ({ plate_number: `粤B${10_000 + (from + at) * 7}` })),
    )
  await device.call('/api/system/app_control', { action: 'start' })

  async function context(): Promise<BrowserContext> {
    const opened = await street.context()
    await opened.addInitScript({ content: observe })
    return opened
  }

  return {
    device,
    first,
    editor: `/business/sceneConfig/scene?${new URLSearchParams({ camera_sn, scene_id })}`,
    context,
    /** A page in a fresh browser context, with the CPU slowed down by `rate`. */
    async page(rate = 4): Promise<Page> {
      const page = await (await context()).newPage()
      page.on('dialog', (asked) => void asked.accept())
      await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate })
      return page
    },
    async open(page: Page, path: string): Promise<void> {
      await page.goto(device.address + path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await rest(page)
      // The network is idle before a throttled CPU has rendered the response.
      await page.evaluate(idle)
    },
    async end() {
      await street.end()
      await Promise.all(cameras.map((camera) => camera.stop()))
    },
  }
}
