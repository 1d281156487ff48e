/** A device on which no analysis application is configured (PARKING_APP is not set). */
import { deviceSentence } from '@parking/contract'
import type { AppPort } from '#src/ports/app-port.ts'

const reason = deviceSentence('app_none')

export function noApp(): AppPort {
  return {
    status: () => ({ state: 'unsupported', reason, startup: false, auto_update: false }),
    start: () => Promise.reject(new Error(reason)),
    stop: async () => {},
    close: async () => {},
  }
}
