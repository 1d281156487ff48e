/** Runs `npx parking-verify FILE` as a user would: languages, exit status, heads, and wrong usage. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEvidence, withBit, zipped } from './evidence-device.ts'

const program = join(import.meta.dirname, '../bin/parking-verify.mjs')
const folder = mkdtempSync(join(tmpdir(), 'parking-verify-'))
let key = ''
const run = (...args: string[]) =>
  new Promise<{ status: number; out: string; err: string }>((resolve) =>
    execFile(
      process.execPath,
      [program, ...args],
      { cwd: folder, env: { LANG: 'en_US.UTF-8' } },
      (error, out, err) => resolve({ status: Number(error?.code ?? 0), out, err }),
    ),
  )

beforeAll(async () => {
  const evidence = await openEvidence()
  const head = await evidence.head()
  const { entry } = await evidence.stay()
  const files = await evidence.dossier(entry)
  key = evidence.key_id()
  writeFileSync(join(folder, 'good.zip'), zipped(files))
  writeFileSync(join(folder, 'bad.zip'), zipped(withBit(files, `files/${entry}/in-0.jpg`)))
  // As a platform may store heads: one heartbeat per line.
  const beat = JSON.stringify({ device_sn: 'x', body: { timestamp: 1, evidence_head: head } })
  writeFileSync(join(folder, 'beats.json'), `${beat}\n${beat}\n`)
  await evidence.device.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('prints the findings in three languages and exits with a status', async () => {
  const good = await run('good.zip', '--key', key.toUpperCase(), '--head', 'beats.json')
  expect(good).toMatchObject({ status: 0, err: '' })
  expect(good.out).toMatch(/^Genuine: nothing was changed[\s\S]*entry · A01 · 东门 1 \(SN-0001\) · 粤B12345/)
  const bad = await run('bad.zip', '--lang', 'zh')
  expect(bad.status).toBe(1)
  expect(bad.out).toMatch(/^不真实[\s\S]*错误: 事件 \S+ 的图片或视频被改动：files\/\S+\/in-0\.jpg/)
  expect((await run('bad.zip', '--lang', 'zh_TW')).out).toContain('的圖片或影片遭更動')
  expect(JSON.parse((await run('bad.zip', '--json')).out)).toMatchObject({ verdict: 'wrong' })
  // Another dossier can be used as a head.
  expect((await run('good.zip', '--head', 'good.zip')).status).toBe(0)
  expect((await run('good.zip', '--key', '00'.repeat(32))).out).toContain('nothing here links the two')
})

test('explains a wrong command line', async () => {
  writeFileSync(join(folder, 'empty.json'), '{}')
  for (const [args, said] of [
    [[], 'Usage: parking-verify FILE'],
    [['good.zip', 'bad.zip'], 'Usage: parking-verify FILE'],
    [['none.zip'], 'The file cannot be read: none.zip'],
    [['good.zip', '--key', 'abc'], 'A fingerprint has 64 hexadecimal digits: abc'],
    [['good.zip', '--head', 'empty.json'], 'This file holds no head and no key history: empty.json'],
    [['good.zip', '--colour'], "Unknown option '--colour'"],
  ] as const)
    expect(await run(...args)).toMatchObject({ status: 2, out: '', err: expect.stringContaining(said) })
  expect(await run('beats.json')).toMatchObject({ status: 2, err: '' })
  expect((await run('--help')).out).toContain('--head')
})
