/** What tests of a planned restart share: its overlay, its toast, and the requests that fail meanwhile. */
import type { Page } from '@playwright/test'
import type { Areas } from '@parking/console/locales/areas.ts'

/** The errors of requests to a device that is starting again, for `allow`. */
export const away =
  /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED|HTTP 503/

export const overlay = (page: Page, name: string) => page.getByRole('alertdialog', { name })

export const toasts = (page: Page, words: Areas) =>
  page.getByRole('region', { name: words.shell.toasts.label })

/** The beginning of a sentence, up to its duration, which varies. */
export const beginningOf = (sentence: (duration: string) => string) => sentence('|').split('|')[0] ?? ''
