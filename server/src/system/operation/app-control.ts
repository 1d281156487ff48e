/** Starting and stopping the analysis application: one control at a time, and only what makes sense now (`appCan` of the contract). */
import { appCan, type AppAction } from '@parking/contract'
import type { AppPort } from '#src/ports/app-port.ts'
import { busy, failed } from '#src/core/refusal.ts'

const under_way = new WeakSet<AppPort>()

/** Answers when it has happened. */
export async function controlApp(app: AppPort, action: AppAction): Promise<void> {
  if (under_way.has(app)) throw busy('The analysis application is being started or stopped already')
  const { state, reason } = app.status()
  if (state === 'unsupported') throw failed(reason)
  if (!appCan[action].includes(state))
    throw failed(`The analysis application cannot ${action} while it is ${state}`)
  under_way.add(app)
  try {
    if (action !== 'start') await app.stop()
    if (action !== 'stop') await app.start()
  } finally {
    under_way.delete(app)
  }
}
