/** apt for an unprivileged user, who may read but not change anything. Written from apt 2.6. */
import type { ProgramOutput } from './machine.ts'

/** One block of `apt-cache policy`; empty for an unknown package. */
export function policyOf(
  name: string,
  installed: string | undefined,
  listed: string | undefined,
  url: string,
): string {
  const candidate = listed ?? installed
  if (candidate === undefined) return ''
  const from = (version: string) =>
    version === listed && url !== '' ? `        500 ${url} ./ Packages\n` : ''
  const row = (version: string) =>
    `${version === installed ? ' *** ' : '     '}${version} ${from(version) === '' ? 100 : 500}\n` +
    `${from(version)}${version === installed ? '        100 /var/lib/dpkg/status\n' : ''}`
  const versions = [...new Set([candidate, ...(installed === undefined ? [] : [installed])])]
  return (
    `${name}:\n  Installed: ${installed ?? '(none)'}\n  Candidate: ${candidate}\n  Version ` +
    `table:\n${versions.map(row).join('')}`
  )
}

/** One record of `apt-cache show`, for `package=version`; empty for a version that no list has. */
export function recordOf(
  asked: string,
  listed: Readonly<Record<string, string>>,
  notes: Readonly<Record<'zh' | 'tw', readonly string[]>>,
): string {
  const [name = '', version = ''] = asked.split('=')
  if (listed[name] !== version) return ''
  const field = (language: 'zh' | 'tw') =>
    `Release-Notes-${language}:\n ${version}\n${notes[language].map((note) => ` - ${note}\n`).join('')}`
  return (
    `Package: ${name}\nVersion: ${version}\nArchitecture: amd64\n` +
    `${name === 'parking-edge' ? field('zh') + field('tw') : ''}` +
    `Description: ${name}\nFilename: ./${name}_${version}_amd64.deb\nSize: 1482\n\n`
  )
}

/** `apt-get` without privileges. `url` is the repository of this product; empty if none is set. */
export function aptGet(args: readonly string[], url: string): ProgramOutput {
  const words = args.filter((arg, at) => arg !== '-o' && args[at - 1] !== '-o')
  const unknown = words.find(
    (word) => word.startsWith('-') && !['-q', '-y', '--print-uris', '--only-upgrade'].includes(word),
  )
  if (unknown !== undefined)
    return {
      status: 100,
      stderr: `E: Command line option ${unknown} is not understood in combination with the other options\n`,
    }
  if (words[0] === 'update' && words.includes('--print-uris')) {
    const [release, list] = [`${url}/dists/stable`, 'main/binary-amd64/Packages']
    const fileOf = (address: string): string => address.replace(/^https?:\/\//, '').replaceAll('/', '_')
    return url === ''
      ? {}
      : {
          stdout:
            `'${release}/InRelease' ${fileOf(`${release}/InRelease`)} 0 \n` +
            `'${release}/${list}.xz' ${fileOf(`${release}/${list}`)} 0 \n`,
        }
  }
  if (words[0] === 'update')
    return {
      status: 100,
      stderr:
        'E: Could not open lock file /var/lib/apt/lists/lock - open (13: Permission denied)\nE: ' +
        'Unable to lock directory /var/lib/apt/lists/\n',
    }
  return {
    status: 100,
    stderr:
      'E: Could not open lock file /var/lib/dpkg/lock-frontend - open (13: Permission denied)\n' +
      'E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), are you root?\n',
  }
}
