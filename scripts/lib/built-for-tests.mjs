/** What vitest does before its tests: the programs that some of them start as processes are built where their sources changed (the same `dist` as everywhere). */
import { buildWhatChanged } from './start-street.mjs'

/** @param {import('vitest/node').TestProject} project */
export async function setup(project) {
  const build = () => buildWhatChanged(['server', 'sim'])
  await build()
  project.onTestsRerun(build)
}
