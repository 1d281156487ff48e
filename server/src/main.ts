/**
 * The program of a device: runs its server until a signal. `reset-admin [USER]` lets a user in again,
 * `label [--json]` prints what the box's label says.
 */
import { calls } from '@parking/contract'
import { readEnvironment } from './environment.ts'
import { labelText } from './label.ts'
import { resetAdmin } from './reset-admin.ts'
import { readLabel, runServer, type Running } from './run.ts'
import { first_username } from './user/first-user.ts'

process.umask(0o077) // files of the server are readable by its user only
// A server checks the bodies of calls, and never its own answers: their schemas would take 3 MB for good.
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
  } else stopOn(await runServer(process.env, fail))
} catch (error) {
  fail(error)
}

/** Any reason why the server cannot start is one sentence for its operator. */
function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/** Stops on a signal, when the parent process closes its channel, and after a crash. */
function stopOn({ log, stop }: Running): void {
  let status = 0
  const end = () =>
    void stop()
      .catch((error: unknown) => {
        status = 1
        log().error({ err: error }, 'could not stop in order')
      })
      .finally(() => process.exit(status))
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, end)
  process.once('disconnect', end)
  process.on('unhandledRejection', (error) => log().error({ err: error }, 'unhandled rejection'))
  process.once('uncaughtException', (error) => {
    log().fatal({ err: error }, 'crashed')
    status = 1
    end()
  })
}
