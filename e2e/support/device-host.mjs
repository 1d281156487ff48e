/**
 * A process in which the built server runs for one device after the other: its modules are loaded once, which is two thirds of what a start costs. What a device is
 * started with comes as a message, what the server says goes where a device's own process would say it (device.ts).
 */
import { join } from 'node:path'
import { root } from '#scripts/lib/root.mjs'

/** @typedef {{ stop(): Promise<void> }} Running */
/** @type {{ runServer(env: NodeJS.ProcessEnv, fail: (error: unknown) => void): Promise<Running> }} */
const { runServer } = await import(join(root, 'server/dist/run.js'))

process.umask(0o077)

/** @param {unknown} error @returns {never} */
function fail(error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/** @type {Running | undefined} */
let running
process.on('message', async (/** @type {{ start: Record<string, string> } | 'stop'} */ asked) => {
  try {
    if (asked === 'stop') {
      await running?.stop()
      running = undefined
      process.send?.('stopped')
    } else {
      for (const name of Object.keys(process.env))
        if (/^(PARKING|STREET)_|^TZ$/.test(name)) delete process.env[name]
      running = await runServer(Object.assign(process.env, asked.start), fail)
    }
  } catch (error) {
    fail(error)
  }
})
process.once('disconnect', async () => {
  await running?.stop()
  process.exit()
})
process.send?.('ready')
