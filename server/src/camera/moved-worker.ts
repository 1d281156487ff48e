/** The program of the worker thread: compares two pictures, so that the server goes on answering meanwhile. Bundled by itself (scripts/lib/bundle.mjs). */
import { parentPort } from 'node:worker_threads'
import { matchPictures, type Hints } from './moved-match.ts'
import type { Grey } from './moved-features.ts'

export type Work = { readonly id: number; readonly reference: Grey; readonly picture: Grey; readonly hints: Hints }

parentPort?.on('message', ({ id, reference, picture, hints }: Work) => parentPort?.postMessage({ id, match: matchPictures(reference, picture, hints) }))
