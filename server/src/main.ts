/**
 * The program of a device: runs the server until a signal arrives. `reset-admin [USER]` restores a user's
 * access, `label [--json]` prints the box's label, `bring-back SNAPSHOT|none` replaces a damaged database,
 * `accept-loss FILE` gives up a lost key or evidence file.
 */
import { calls } from '@parking/contract'
import { acceptLossOf } from './accept-loss.ts'
import { bringBackOffline } from './bring-back.ts'
import { readEnvironment } from './environment.ts'
import { labelText } from './label.ts'
import { resetAdmin } from './reset-admin.ts'
import { readLabel, runServer, type Running } from './run.ts'
import { first_username } from './user/first-user.ts'

process.umask(0o077) // files of the server are readable by its user only
// The server validates request bodies but not its own answers, whose schemas would take 3 MB permanently.
for (const call of Object.values(calls)) Object.assign(call, { answer: undefined })

const [command, option] = process.argv.slice(2)
try {
  if (command === 'reset-admin') {
    const username = option ?? first_username
    const password = await resetAdmin(readEnvironment(process.env), username)
    process.stdout.write(`User name: ${username}\nOne-time password: ${password}\n`)
  } else if (command === 'label') {
    const label = await readLabel(process.env)
    process.stdout.write(option === '--json' ? `${JSON.stringify(label, null, 2)}\n` : labelText(label))
  } else if (command === 'bring-back') {
    const aside = await bringBackOffline(readEnvironment(process.env), option ?? '')
    process.stdout.write(`Brought back: ${option}\nKept: ${aside.join(', ')}\n`)
  } else if (command === 'accept-loss') {
    const aside = acceptLossOf(readEnvironment(process.env), option ?? '')
    process.stdout.write(`Given up: ${option}\nKept under another name: ${aside.join(', ') || 'nothing'}\n`)
  } else {
    // Starts after the next line, because a signal would end the process until then.
    const starting = Promise.resolve().then(() => runServer(process.env, fail))
    const end = stopOnSignal(starting)
    stopAfterCrash(await starting, end)
  }
} catch (error) {
  fail(error)
}

/** Prints why the server cannot start, as one sentence for the operator. */
function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/**
 * Stops on a signal and when the parent process closes its channel. A signal during the start is kept until
 * the server can stop; a second one ends the process at once.
 */
function stopOnSignal(starting: Promise<Running>): (status: number) => void {
  const end = (status: number) =>
    void starting.then(async ({ log, stop }) => {
      try {
        await stop()
        process.exit(status)
      } catch (error) {
        log().error({ err: error }, 'could not shut down cleanly')
        process.exit(1)
      }
    }, fail)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => end(0))
  process.once('disconnect', () => end(0))
  return end
}

/** Logs unhandled rejections, and stops after a crash. */
function stopAfterCrash({ log }: Running, end: (status: number) => void): void {
  process.on('unhandledRejection', (error) => log().error({ err: error }, 'unhandled rejection'))
  process.once('uncaughtException', (error) => {
    log().fatal({ err: error }, 'crashed')
    end(1)
  })
}
