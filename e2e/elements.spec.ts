/**
 * Every element in every state, as pictures in three themes (docs/decisions/0063). After an intended change:
 * `npm test -- e2e/elements.spec.ts --update-snapshots`.
 */
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { expect, test as base } from '@playwright/test'
import { build } from 'vite'
import { watch } from './support/watch.ts'
import { violations } from './measures/violations.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

/** Serves the page of elements on its own server: it is not part of the shipped console. */
const test = base.extend<object, { origin: string }>({
  origin: [
    async ({ browserName: _ }, provide) => {
      const folder = await mkdtemp(join(tmpdir(), 'elements-'))
      await build({
        configFile: false,
        logLevel: 'error',
        root: join(import.meta.dirname, 'elements'),
        plugins: [react()],
        build: {
          outDir: folder,
          assetsInlineLimit: 0,
          target: 'esnext',
          // One style sheet, so that the shared styles come before every module's, as in the console.
          rolldownOptions: {
            input: join(import.meta.dirname, 'elements/elements.html'),
            output: { codeSplitting: false },
          },
        },
      })
      const server = await serve(folder)
      await provide(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

async function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    readFile(join(folder, pathname)).then(
      (file) =>
        response.writeHead(200, { 'content-type': types[extname(pathname)] ?? 'text/plain' }).end(file),
      () => response.writeHead(404).end(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

// Letters are drawn alike on every machine: without hinting and subpixel colours.
test.use({
  viewport: { width: 960, height: 700 },
  launchOptions: async ({ launchOptions }, provide) =>
    provide({ ...launchOptions, args: ['--font-render-hinting=none', '--disable-lcd-text'] }),
})

for (const theme of ['light', 'dark', 'forced'] as const)
  test(`elements, ${theme}`, async ({ browser, origin }) => {
    const context = await browser.newContext({
      viewport: { width: 960, height: 700 },
      colorScheme: theme === 'dark' ? 'dark' : 'light',
      forcedColors: theme === 'forced' ? 'active' : 'none',
      reducedMotion: 'reduce',
      locale: 'zh-CN',
    })
    const { problems } = watch(context, origin)
    const page = await context.newPage()
    const open = async (part: string) => {
      await page.goto(`${origin}/elements.html?theme=${theme}&part=${part}`)
      await page.getByRole('main').waitFor()
      await page.evaluate(() => document.fonts.ready)
    }
    const compare = (name: string, full = true) =>
      expect.soft(page).toHaveScreenshot(`${name}-${theme}.png`, { fullPage: full })
    await open('controls')
    await compare('controls')
    await page.getByRole('textbox', { name: 'Server' }).fill('192.0.2.1')
    await page.getByRole('button', { name: 'Save' }).focus()
    await compare('save-bar', false)
    if (theme !== 'forced') expect.soft(await violations(page)).toEqual([])
    await open('lists')
    await compare('lists')
    await open('states')
    await compare('states')
    if (theme !== 'forced') expect.soft(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('dialog').waitFor()
    await compare('dialog', false)
    expect(problems()).toEqual([])
    await context.close()
  })
