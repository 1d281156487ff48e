/** Kept apart from the schemas so that a browser can have it for a few bytes. */

/** What the analysis application is doing. `running` of spec §2 is `state` being `running`. */
export const app_states = ['stopped', 'starting', 'running', 'stopping', 'failed', 'unsupported'] as const
export const app_actions = ['start', 'stop', 'restart'] as const
export type AppState = (typeof app_states)[number]
export type AppAction = (typeof app_actions)[number]

/** Which control makes sense in which state: both sides read it. */
export const appCan: Record<AppAction, readonly AppState[]> = {
  start: ['stopped', 'failed'],
  stop: ['starting', 'running', 'failed'],
  restart: ['starting', 'running', 'failed'],
}
