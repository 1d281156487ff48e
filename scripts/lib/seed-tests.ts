/** Vitest's setup of each test file: every property draws from the seed of the run. */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env['FC_SEED']) })
