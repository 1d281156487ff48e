/**
 * Starts and stops the analysis application: one action at a time, and only actions that its state allows
 * (`allowed_app_states` of the contract).
 */
import { allowed_app_states, type AppAction } from '@parking/contract'
import type { Deps } from '#src/core/deps.ts'
import type { SingleRun } from '#src/core/flow/single-run.ts'
import { busy, failed } from '#src/core/refusal.ts'

const running = () => busy('The analysis application is being started or stopped already')

/** Resolves when the action is complete. */
export async function controlApp(
  { app, app_control }: Pick<Deps, 'app'> & { app_control: SingleRun },
  action: AppAction,
): Promise<void> {
  if (app_control.running) throw running()
  const { state, reason } = app.status()
  if (state === 'unsupported') throw failed(reason)
  if (!allowed_app_states[action].includes(state))
    throw failed(`The analysis application cannot ${action} while it is ${state}`)
  await app_control.run(running, async () => {
    if (action !== 'start') await app.stop()
    if (action !== 'stop') await app.start()
  })
}
