/** Helpers that the tests of the analysis program share. */
import { join } from 'node:path'

/** The folder of shipped models. */
export const models = join(import.meta.dirname, '../models')

export { borrowFfmpeg } from '../../scripts/lib/ffmpeg.mjs'
export { lacks } from '../../scripts/lib/npm-test/lacking.mjs'
