/** Formats the lab's figures as a page of docs/. */
import { of_commit } from '#scripts/lib/docs/at-commit.ts'
import type { Lab, Proof } from './proof.ts'

export type Outcome = { proof: Proof; figure: string; failed: boolean }

export function figures({ seed, changes, trial_s }: Lab, outcomes: readonly Outcome[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
  const rows = outcomes.map(
    ({ proof, figure }) => `| \`${proof.name}\` | ${cell(proof.shows)} | ${cell(figure)} |`,
  )
  return `# The lab's figures

Printed by \`npm run lab -- --write\` (see \`lab/README.md\`) when every proof held; ${of_commit}. A
Debian 12 with systemd 252, NetworkManager 1.42, OpenVPN 2.6, apt 2.6 and Node.js ${process.version} in a
container, on ${process.arch}; trials of ${trial_s} s, ${changes} random changes, seed ${seed}. Figures of
one run: orders of magnitude.

| proof | shows | figure |
|---|---|---|
${rows.join('\n')}
`
}
