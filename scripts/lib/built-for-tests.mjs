/** Vitest's global setup: builds the programs that some tests start, if their sources changed. */
import { buildWhatChanged } from './start-street.mjs'

/** @param {import('vitest/node').TestProject} project */
export async function setup(project) {
  const build = () => buildWhatChanged(['server', 'sim', 'analysis'])
  await build()
  project.onTestsRerun(build)
}
