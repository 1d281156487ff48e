/**
 * Provisions a new device (PARKING_PROVISION): makes each given call once, through its handler, before the
 * first sign-in.
 */
import type { Runtime, RuntimeContext } from './runtime.ts'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { calls, type CallName } from '@parking/contract'
import type { Part } from './core/part.ts'
import type { Deps } from './core/deps.ts'
import { audit_subjects, handlers } from './handlers.ts'
import { asRefusal } from './core/refusal.ts'
import type { CallContext } from './core/call-context.ts'
import { operationOf } from './http/operation.ts'
import { perform } from './http/serve.ts'
import { readSetting, writeSetting } from './core/settings.store.ts'

type Item = { path: string; body: unknown }
/** The number of items done; an interrupted start continues from there. */
type Progress = { done: number }
const key = 'provision'

/**
 * Returns the items of PARKING_PROVISION, a JSON array or the name of a file that contains one. Throws an
 * Error with one sentence.
 */
export function readProvision(text: string): Item[] {
  let items: unknown
  try {
    items = JSON.parse(text.trimStart().startsWith('[') ? text : readFileSync(text, 'utf8'))
  } catch (error) {
    throw new Error(
      `PARKING_PROVISION cannot be read: ${error instanceof Error ? error.message : 'unknown error'}`,
    )
  }
  if (!Array.isArray(items) || !items.every(isItem))
    throw new Error('PARKING_PROVISION must be a JSON array of { "path", "body" }.')
  return items
}

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  'body' in value

/** Marks a new database for provisioning. */
export const expectProvision = (deps: Pick<Deps, 'db' | 'now'>): void =>
  writeSetting<Progress>(deps.db, key, { done: 0 }, deps.now())

/** Applies the remaining items if the database is marked for provisioning. Logs and skips a failing item. */
export async function provision(
  deps: Runtime,
  items: readonly Item[],
  stopped: () => boolean = () => false,
): Promise<void> {
  const progress = readSetting<Progress | null>(deps.db, key, null)
  if (!progress) return
  for (const [index, item] of items.entries()) {
    if (index < progress.done) continue
    if (stopped()) return
    await apply(deps, item)
    writeSetting<Progress>(deps.db, key, { done: index + 1 }, deps.now())
  }
}

/** Provisions in the background; `stop` waits for the item in progress. */
export function createProvisioning(deps: Runtime, items: readonly Item[]): Part {
  let stopped = false
  let running: Promise<void> | undefined
  return {
    start() {
      running = provision(deps, items, () => stopped).catch((error: unknown) =>
        deps.log.error({ err: error }, 'provisioning failed'),
      )
    },
    async stop() {
      stopped = true
      await running
    },
  }
}

async function apply(deps: Runtime, { path, body }: Item): Promise<void> {
  const name = (Object.keys(calls) as CallName[]).find((known) => calls[known].path === path)
  if (name === undefined) return deps.log.error({ path }, 'provisioning: unknown call')
  const context: RuntimeContext = {
    ...deps,
    session: internal,
    address: 'provisioning',
    call: name,
    request_id: randomUUID(),
  }
  try {
    await perform(operationOf(name, handlers, audit_subjects), body, context)
    deps.log.info({ path }, 'provisioned')
  } catch (error) {
    const code = asRefusal(error)?.code
    deps.log.error(
      { path, code, reason: error instanceof Error ? error.message : '' },
      'provisioning: an item failed',
    )
  }
}

/** The device itself, acting as an administrator. */
const internal: CallContext['session'] = {
  id: '',
  user_id: 0,
  username: 'provisioning',
  roles: ['admin'],
  must_change_password: false,
  fresh_ms: 0,
  expires_ms: 0,
}
