/** Implements `npm start`, once Node is known to be new enough. */
import { join } from 'node:path'
import { install } from './install.mjs'
import { runChild, startChild } from './child-process.mjs'
import { staleParts } from './parts.mjs'
import { needFolder, needPort, settingsOf } from './preflight.mjs'
import { root } from './root.mjs'
import { run, Sentence } from './run.mjs'

/** @param {readonly string[]} args */
export async function start(args) {
  const wrong = args.find((word) => !['--fresh', '--analysis', '--truth'].includes(word))
  if (wrong)
    throw new Sentence(
      'npm start takes only --fresh (start over), --analysis (the analysis program of a box) and ' +
        `--truth (the simulated one, the default), not "${wrong}".`,
    )
  const where = settingsOf(process.env)
  await needPort(where)
  needFolder(where.data, args.includes('--fresh'))
  await install()
  const stale = staleParts()
  await buildWhatChanged(stale.filter((part) => part !== 'manual'))
  // The terminal is for the address and the password; PARKING_LOG=info shows the server's log.
  const env = {
    PARKING_LOG: 'error',
    ...process.env,
    PARKING_PORT: String(where.port),
    PARKING_HOST: where.host,
    PARKING_DATA: where.data,
    ...(args.includes('--analysis') && { STREET_ANALYSIS: '1' }),
  }
  // The first page does not need the manual, which takes as long to build as everything else.
  const manual = stale.includes('manual')
    ? startChild('nice', ['-n', '10', process.execPath, join('scripts', 'build.mjs'), 'manual'])
    : undefined
  process.exitCode = await runChild(process.execPath, [join('sim', 'dist', 'main.js')], { env })
  await manual?.stop()
}

/**
 * Builds in a process of its own, because the build tools may have been installed after this process started.
 * @param {import('./parts.mjs').Part[]} [only]
 */
export async function buildWhatChanged(only) {
  const stale = staleParts().filter((part) => only?.includes(part) ?? true)
  if (stale.length === 0) return
  console.log('Building…')
  const { code, output } = await run(process.execPath, [join(root, 'scripts', 'build.mjs'), ...stale])
  if (code !== 0) throw new Sentence(`${output.trim()}\nThe build failed (the reason is above).`)
}
