/** The conformance kits as one file each: they run from an empty folder, without the checkout. */
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPlatform } from '#src/peers/platform/platform.ts'
import { bundleKit } from '../../scripts/lib/kits/bundle-kit.ts'
import { plainScenery } from './analysis-check/plain-scenery.ts'

let [kits, empty] = ['', '']
beforeAll(async () => {
  kits = await mkdtemp(join(tmpdir(), 'parking-kits-'))
  empty = await mkdtemp(join(tmpdir(), 'parking-empty-'))
})
afterAll(async () => {
  await rm(kits, { recursive: true })
  await rm(empty, { recursive: true })
})

async function run(file: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: empty,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((done) => child.once('exit', done)),
  ])
  return { out, errors, code }
}

test('platform-check finds nothing wrong with the simulated platform, and prints its usage', async () => {
  const platform = await startPlatform({ appSecret: 'kerb' })
  try {
    const file = await bundleKit('platform-check', kits)
    const args = [platform.url, '--stored', 'v1/stored', '--at-once', '4']
    const good = await run(file, args, { PARKING_APP_SECRET: 'kerb' })
    expect(good.errors).toBe('')
    expect(good.out).toContain('ok         no event is stored twice')
    expect(good.out).toContain(' ok, 0 not shown')
    expect(good.code).toBe(0)
    const wrong = await run(file, [platform.url], { PARKING_APP_SECRET: 'other' })
    expect(wrong.out).toContain(
      'DELAYS     it signs a device in and gives a token: the sign-in is answered by',
    )
    expect(wrong.code).toBe(1)
    const without = await run(file, [])
    expect(without.errors).toContain('Usage: platform-check [OPTION ...] URL')
    expect(without.code).toBe(2)
    expect((await run(file, ['ftp://127.0.0.1/'])).errors).toContain('is not an http or https address')
    expect(await readdir(empty)).toEqual([])
  } finally {
    await platform.stop()
  }
})

test('analysis-check shows its packed pictures', async () => {
  const { places, frame } = plainScenery()
  const picture = (await frame(0)).toString('base64')
  const views = places.map((place, camera) => ({
    place,
    frames: Array.from({ length: 16 }, () => picture),
    cars: place.lots.map(({ polygon }, at) => ({
      plate: `粤B${camera}234${at}`,
      color: 'blue',
      kind: 'car' as const,
      footprint: polygon.map(([x, y]): [number, number] => [x, y]),
      box: [at / 4, 0.5, (at + 1) / 4, 1] as [number, number, number, number],
    })),
  }))
  const file = await bundleKit('analysis-check', kits, views)
  const program = join(import.meta.dirname, 'analysis-check/faulty.mjs')
  const { out, code } = await run(file, ['--patience', '4', process.execPath, program, 'share'])
  expect(out).toContain('ok         after kill -9 no event is lost')
  expect(out).toMatch(/^wrong {6}confidence is a percentage from 0 to 100: .*a share, not a percentage/m)
  expect(code).toBe(1)
  expect(await readdir(empty)).toEqual([])
})
