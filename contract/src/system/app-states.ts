/**
 * States and actions of the analysis application, without schemas, so that they cost the browser only a few
 * bytes.
 */

/** The state of the analysis application; `running` of spec §2 is the state `running`. */
export const app_states = ['stopped', 'starting', 'running', 'stopping', 'failed', 'unsupported'] as const
export const app_actions = ['start', 'stop', 'restart'] as const
export type AppState = (typeof app_states)[number]
export type AppAction = (typeof app_actions)[number]

/** The states in which each action is allowed. Both client and server use it. */
export const allowed_app_states: Record<AppAction, readonly AppState[]> = {
  start: ['stopped', 'failed'],
  stop: ['starting', 'running', 'failed'],
  restart: ['starting', 'running', 'failed'],
}
