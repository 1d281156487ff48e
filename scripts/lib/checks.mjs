/** The checks of the sources: format, types, lint, that the browser tests load, and unused code. */
import { runNode } from './run.mjs'

/**
 * The types are checked by two processes of one thread each, because more of them would check the same files
 * again.
 */
const projects = { server: 'contract, server and sim', '.': 'console, e2e, rules, bench and scripts' }

/**
 * Each check has a name and a function that returns an exit code and the output. Checks may run in parallel.
 */
export const checks = [
  {
    name: 'format',
    run: () => runNode('node_modules/oxfmt/bin/oxfmt', ['--list-different', '.']),
  },
  ...Object.entries(projects).map(([project, folders]) => ({
    name: `types of ${folders}`,
    run: () =>
      runNode('node_modules/typescript/bin/tsc', [
        '--noEmit',
        '--pretty',
        'false',
        '--checkers',
        '1',
        '-p',
        project,
      ]),
  })),
  { name: 'lint', run: () => runNode('node_modules/oxlint/bin/oxlint', ['--quiet']) },
  // Playwright caches the files that it compiles here, for the test run that follows.
  {
    name: 'browser tests load',
    run: () => runNode('node_modules/@playwright/test/cli.js', ['test', '--list']),
  },
  { name: 'nothing unused', run: () => runNode('node_modules/knip/bin/knip.js', ['--no-progress']) },
]
