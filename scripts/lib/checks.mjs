/** The checks of the sources: format, types, lint, browser tests that load, and nothing unused. */
import { runNode } from './run.mjs'

/** Two programs with one checker each: more of either would check the same files again. */
const projects = { server: 'contract, server and sim', '.': 'console, e2e, rules, bench and scripts' }

/** Each check has a name and a run that returns an exit code and the output. They may run at once. */
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
  // What it compiles is cached for the run that follows.
  {
    name: 'browser tests load',
    run: () => runNode('node_modules/@playwright/test/cli.js', ['test', '--list']),
  },
  { name: 'nothing unused', run: () => runNode('node_modules/knip/bin/knip.js', ['--no-progress']) },
]
