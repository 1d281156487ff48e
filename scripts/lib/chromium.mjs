/** Finds the browser that the tests drive, and on Debian installs it where this user may. */
import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { run, Sentence } from './run.mjs'

// The headless shell is the same Chromium without a window's surroundings: the browser tests take little more than half the time in it.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]
const places = [
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** What Chromium is started with everywhere in this project: no sandbox (root in a container), no word to anybody outside. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** @param {string} file */
function runs(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of a Chromium: `CHROMIUM_PATH`, then the search path, then the usual places. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) return runs(given) ? given : undefined
  const folders = (process.env.PATH ?? '').split(':').filter(Boolean)
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...places].find(runs)
}

/** Finds Chromium, or installs Debian's (with a font that has Chinese) as root; otherwise throws a Sentence that says what to do. */
export async function needChromium() {
  const found = findChromium()
  if (found) return found
  if (process.env.CHROMIUM_PATH)
    throw new Sentence(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, and there is no program.`)
  const help =
    'The browser tests need Chromium: on Debian "apt-get install chromium chromium-headless-shell fonts-wqy-microhei", elsewhere install Chromium or Chrome, or say where it is with CHROMIUM_PATH.'
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Sentence(help)
  console.log('Installing Chromium…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = await run('apt-get', ['update', '-qq'], { env })
  const { code, output } = await run(
    'apt-get',
    [
      'install',
      '-y',
      '-qq',
      '--no-install-recommends',
      'chromium',
      'chromium-headless-shell',
      'fonts-wqy-microhei',
    ],
    { env },
  )
  const installed = findChromium()
  if (code !== 0 || !installed) throw new Sentence(`${update.output}${output}\n${help}`)
  return installed
}
