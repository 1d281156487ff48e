/** docs/integrate/servers.md: the table of real servers, and the configurations that the lab ran. */
import { of_commit } from '../../scripts/lib/docs/at-commit.ts'
import { markdownTable } from '../../scripts/lib/docs/markdown-table.ts'
import { rows } from './rows.ts'

export const servers_page = 'docs/integrate/servers.md'
export type Outcome = { debian: string; server: string; setting: string; version: string; words: string }

export function servicesPage(found: readonly Outcome[]): string {
  const table = found.map(({ debian, server, setting, version, words }) =>
    [`${server} ${version}`, debian, setting, words].map((text) =>
      text.replaceAll('|', '\\|').replaceAll('\n', ' '),
    ),
  )
  const shown = rows.filter(
    (row) =>
      row.show && found.some(({ setting, server }) => setting === row.setting && server === row.server),
  )
  // One heading for all files of a server, because a heading is an address of its own.
  const files = shown.flatMap(({ server, setting, files: written = {} }) =>
    Object.entries(written).map(
      ([path, text], at) =>
        `${at === 0 ? `### ${server}: ${setting}\n\n` : ''}\`${path}\`:\n\n\`\`\`\n${text.trim()}\n\`\`\`\n`,
    ),
  )
  return `# Real servers

Printed by \`npm run lab:services -- --write\` (see \`lab/README.md\`); ${of_commit}: Debian's own packages,
in a namespace, used by the product's own clients. A row says what works, or the sentence
that the device gives. Servers and settings that are not listed were not run.

${markdownTable([['server', 'Debian', 'setting', 'outcome'], ...table], () => false)}

## Configurations

Each was run by the lab as it stands here, with the device at \`127.0.0.1:8080\`.

${files.join('\n')}`
}
