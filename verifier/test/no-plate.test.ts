/** A checker says that a car has no plate: the verifier names no plate, and the page says so. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEvidence, verifyFiles, type Evidence } from './evidence-device.ts'

let evidence: Evidence
beforeAll(async () => void (evidence = await openEvidence()))
afterAll(() => evidence.device.close())

test('after a check removes a plate, verifier and dossier name none and show the change', async () => {
  const { entry, exit } = await evidence.stay()
  const { device } = evidence
  const checker = await device.tokenOf('checker')
  const body = { verdict: 'corrected', plate_number: '', seen_checks: 0 } as const
  for (const uuid of [entry, exit])
    expect((await device.call('check_parking_event', { uuid, ...body }, checker)).code).toBe(0)
  await device.deps.proof_log.caughtUp()
  const files = await evidence.dossier(entry)
  const { verdict, about } = await verifyFiles(files)
  expect(verdict).toBe('unconfirmed')
  expect(about?.events.map(({ plate }) => plate)).toEqual(['', ''])
  const page = Buffer.from(Object.entries(files).find(([name]) => name.endsWith('.html'))![1]).toString()
  expect(page).toContain('<td>无车牌（识别为 粤B12345）</td>')
  expect(page).toContain('<td>粤B12345 → 无车牌</td>')
  expect(page).not.toContain('<td>粤B12345</td>')
})
