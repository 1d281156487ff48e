/** A dossier on paper: four events and everything that was done to them fit on three A4 pages. */
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { unzipSync } from 'fflate'
import { expect, test } from '#e2e/fixtures.ts'
import { reportEvents } from '#e2e/support/report-events.ts'

// The test reports the events itself.
test.use({ stage: { on_street: 1, added: 1 } })

const hour = 3_600_000

test('four events print on at most three A4 pages @tw', async ({
  page,
  browser,
  device,
  world,
  words,
}, info) => {
  const { list: lots } = await device.call('/api/camera/get_all_lots_no', {})
  const lot_no = lots[0]!.lot_no
  const now = Date.now()
  const at = (hours: number) => now - Math.round(hours * hour)
  const [entry = '', , exit = ''] = await reportEvents(device, world, [
    { event_type: 1, plate_number: '粤B81234', lot_no, event_time: at(5) },
    { event_type: 2, plate_number: '粤B81234', lot_no, event_time: at(4.5) },
    { event_type: 3, plate_number: '粤B81234', lot_no, event_time: at(4) },
  ])
  await device.call('/api/parking/check_parking_event', {
    uuid: entry,
    verdict: 'corrected',
    plate_number: '粤B81235',
    seen_checks: 0,
  })
  await device.call('/api/parking/check_parking_event', {
    uuid: exit,
    verdict: 'discarded',
    reason: 'x',
    seen_checks: 0,
  })
  const stayOf = () => device.call('/api/parking/stay_detail', { uuid: entry })
  // The stays are computed after the events are stored.
  await expect(async () => expect((await stayOf()).marks).toContain('withdrawn')).toPass()
  const { identity, events } = await stayOf()
  const [date, time] = [events[1]!.time_str.slice(0, 11), events[1]!.time_str.slice(11)]
  const later = `${String(Number(time.slice(0, 2))).padStart(2, '0')}:${time.slice(3, 5)}:59`
  await device.call('/api/parking/repair_stay', {
    stay: identity,
    act: 'close',
    reason: 'x',
    time: date + later,
  })

  await page.goto(`/business/data/parking?uuid=${entry}`)
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: words.dossier.act }).click()
  const files = unzipSync(readFileSync(await (await downloaded).path()))
  const about = JSON.parse(Buffer.from(files['dossier.json']!).toString()) as { events: string[] }
  expect(about.events).toHaveLength(4)
  const file = info.outputPath('index.html')
  writeFileSync(file, files['index.html']!)
  const context = await browser.newContext({ offline: true })
  const sheet = await context.newPage()
  await sheet.goto(pathToFileURL(file).href)
  await expect(sheet.getByRole('figure')).not.toHaveCount(0)
  const pdf = await sheet.pdf({ preferCSSPageSize: true })
  writeFileSync(info.outputPath('dossier.pdf'), pdf)
  const text = pdf.toString('latin1')
  // A4 in points.
  expect(text).toMatch(/\/MediaBox\s*\[\s*0 0 59[45]\.?\d* 84[12]\.?\d*\s*\]/)
  const pages = text.match(/\/Type\s*\/Page\b(?!s)/g) ?? []
  expect(pages.length).toBeGreaterThan(0)
  expect(pages.length).toBeLessThanOrEqual(3)
  await context.close()
})
