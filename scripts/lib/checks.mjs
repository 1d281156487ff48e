/** What guards the sources without running them: types of every folder, lint, and nothing left unused. */
import { runNode } from './run.mjs'

const projects = ['contract', 'server', 'sim', 'console', '.']

/** Each check: its name, and a run that answers an exit code and what was printed. */
export const checks = [
  ...projects.map((project) => ({
    name: `types of ${project === '.' ? 'e2e, rules, bench and scripts' : project}`,
    run: () => runNode('node_modules/typescript/bin/tsc', ['--noEmit', '--pretty', 'false', '-p', project]),
  })),
  { name: 'lint', run: () => runNode('node_modules/oxlint/bin/oxlint', ['--quiet']) },
  { name: 'nothing unused', run: () => runNode('node_modules/knip/bin/knip.js', ['--no-progress']) },
]
