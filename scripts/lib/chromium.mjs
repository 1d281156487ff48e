/** Finds the browser for the tests, and installs it on Debian if run as root. */
import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { aptGet } from './apt-get.mjs'
import { Sentence } from './run.mjs'

// The headless shell is Chromium without a window. It runs the browser tests in little more than half the
// time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]
const other_paths = [
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
/** Debian's packages for the browser and a font with Chinese characters. */
const packages = ['chromium', 'chromium-headless-shell', 'fonts-wqy-microhei']

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of a Chromium: `CHROMIUM_PATH`, then the search path, then the usual paths of other systems. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) return isExecutable(given) ? given : undefined
  const folders = (process.env.PATH ?? '').split(':').filter(Boolean)
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, ...other_paths].find(isExecutable)
}

/**
 * Finds Chromium, or installs Debian's if run as root; otherwise throws a Sentence that says what to do. In
 * CI the headless shell is installed beside a Chromium, too.
 */
export async function needChromium() {
  const found = findChromium()
  const may_install = !process.env.CHROMIUM_PATH && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const wants_shell = Boolean(process.env.CI) && may_install && !found?.endsWith(names[0] ?? '')
  if (found && !wants_shell) return found
  if (process.env.CHROMIUM_PATH)
    throw new Sentence(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, and there is no program.`)
  const help =
    `The browser tests need Chromium. On Debian run "apt-get install ${packages.join(' ')}"; ` +
    'elsewhere install Chromium or Chrome, or set CHROMIUM_PATH to its program.'
  if (!may_install) throw new Sentence(help)
  console.log('Installing Chromium…')
  const update = await aptGet(['update', '-qq'])
  const { code, output } = await aptGet(['install', '-y', '-qq', '--no-install-recommends', ...packages])
  const installed = findChromium()
  if (!installed || (code !== 0 && !found)) throw new Sentence(`${update.output}${output}\n${help}`)
  return installed
}
