/** The program of a device: its server, from the start to a signal. */
import { runServer, type Running } from './run.ts'

process.umask(0o077) // what the server writes is its user's alone

try {
  stopOn(await runServer(process.env, fail))
} catch (error) {
  fail(error)
}

/** Whatever keeps the server from starting is one sentence for the one who started it. */
function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/** Ends in order on a signal, when the parent that started it with a channel lets go of it, and after a crash. */
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
