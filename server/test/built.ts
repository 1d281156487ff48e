/**
 * The built program, for tests that start it as a process: built before
 * the first test (vitest.config.ts), and up in a third of the time.
 */
import { fileURLToPath } from 'node:url'

export const program = fileURLToPath(new URL('../dist/main.js', import.meta.url))
