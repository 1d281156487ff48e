/** What guards the sources without running them: types of every folder, lint, browser tests that can be loaded, and nothing left unused. */
import { runNode } from './run.mjs'

/** Two programs, for what runs without a browser and for the rest, with one checker each: more of either would check the same files again. An editor reads the `tsconfig.json` of each folder. */
const projects = { server: 'contract, server and sim', '.': 'console, e2e, rules, bench and scripts' }

/** Each check: its name, and a run that answers an exit code and what was printed. They may run side by side. */
export const checks = [
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
  // What it translates is kept, so that the run that follows begins at once.
  {
    name: 'browser tests load',
    run: () => runNode('node_modules/@playwright/test/cli.js', ['test', '--list']),
  },
  { name: 'nothing unused', run: () => runNode('node_modules/knip/bin/knip.js', ['--no-progress']) },
]
