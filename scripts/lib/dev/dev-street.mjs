/** Implements `npm run dev`. */
import { join } from 'node:path'
import { bundleOptions } from '../bundle.mjs'
import { install } from '../install.mjs'
import { onEnd, runChild, startChild } from '../child-process.mjs'
import { needFolder, needPort, settingsOf } from '../preflight.mjs'
import { root } from '../root.mjs'
import { Sentence } from '../run.mjs'
import { buildWhatChanged } from '../start-street.mjs'

const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')

/** @param {readonly string[]} args */
export async function dev(args) {
  const target = targetOf(args)
  await install()
  process.exitCode = target
    ? await runChild(process.execPath, [vite], consoleOn(target))
    : await wholeStreet()
}

/**
 * Options to run Vite, which forwards to the device every request that is not for the console itself.
 * @param {string} target
 */
const consoleOn = (target) => ({
  cwd: join(root, 'console'),
  env: { ...process.env, PARKING_TARGET: target },
})

/** @param {readonly string[]} args */
function targetOf(args) {
  const [word, value, ...more] = args.flatMap((arg) => arg.split('='))
  if (word === undefined) return undefined
  if (word !== '--target' || value === undefined || more.length > 0)
    throw new Sentence('npm run dev takes only --target http://DEVICE.')
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new Sentence(`--target must be an address such as http://192.0.2.10; it is "${value}".`)
  return new URL(value).origin
}

/**
 * Runs the street and restarts it, with its server, on every change of its sources. The server watches its
 * own sources (dev-server.mjs). The data is kept.
 * @returns {Promise<number>}
 */
async function wholeStreet() {
  const where = settingsOf(process.env)
  await needPort(where)
  needFolder(where.data, false)
  // The analysis program is not watched, because its models take seconds to make.
  await buildWhatChanged(['analysis'])
  const { watch } = await import('rolldown')
  const env = {
    ...process.env,
    PARKING_PORT: String(where.port),
    PARKING_HOST: where.host,
    PARKING_DATA: where.data,
    STREET_SERVER: join(root, 'scripts', 'lib', 'dev', 'dev-server.mjs'),
  }
  const console_ = startChild(process.execPath, [vite], consoleOn(`http://${where.host}:${where.port}`))
  const watcher = watch(bundleOptions('sim'))

  /** @type {ReturnType<typeof startChild> | undefined} */
  let street
  /** The last start or stop, for which the next one waits. @type {Promise<void>} */
  let turn = Promise.resolve()
  const restart = async () => {
    await street?.stop()
    street = startChild(process.execPath, [join('sim', 'dist', 'main.js')], { env })
  }
  watcher.on('event', async (event) => {
    if (event.code === 'END') turn = turn.then(restart)
    if (event.code === 'ERROR') console.error(event.error)
    if (event.code === 'BUNDLE_END' || event.code === 'ERROR') await event.result.close()
  })

  onEnd(() => {
    turn = turn.then(async () => {
      await Promise.all([watcher.close(), street?.stop(), console_.stop()])
    })
  })
  const code = await console_.ended
  await turn
  await Promise.all([watcher.close(), street?.stop()])
  return code > 128 ? 0 : code
}
