import { fileURLToPath } from 'node:url'

/** The project's root folder, independent of the current directory. */
export const root = fileURLToPath(new URL('../../', import.meta.url))
