/** Writes third-party.txt beside the site: every package that was bundled into it, with its licence text. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const line = `\n\n${'='.repeat(80)}\n`

/** @param {string} out the folder of the built site @param {string} licences the folder of mit-licence.txt */
export function notices(out, licences) {
  /** @type {Set<string>} */
  const folders = new Set()
  return {
    name: 'manual-notices',
    /** @param {unknown} _options @param {Record<string, { modules?: object }>} bundle */
    generateBundle(_options, bundle) {
      for (const { modules = {} } of Object.values(bundle))
        for (const id of Object.keys(modules)) {
          const [, folder] = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? []
          if (folder) folders.add(folder)
        }
    },
    closeBundle() {
      const texts = [...folders].toSorted().map((folder) => noticeOf(folder, licences))
      mkdirSync(out, { recursive: true })
      writeFileSync(
        join(out, 'third-party.txt'),
        `Third-party notices of the manual${line}${texts.join(line)}\n`,
      )
    },
  }
}

/** @param {string} folder of a package @param {string} licences */
function noticeOf(folder, licences) {
  const { name, license, homepage = '' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one))
  if (!file && license !== 'MIT') throw new Error(`${name} has no licence text`)
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : mit(name, licences)
  return `${name}\nLicence: ${license}\nSource: ${homepage}\n\n${text}`
}

/** For a package that names the licence without its text. @param {string} name @param {string} licences */
const mit = (name, licences) =>
  readFileSync(join(licences, 'mit-licence.txt'), 'utf8').replace('HOLDER', `the authors of ${name}`).trim()
