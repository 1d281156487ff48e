/**
 * Programs from Debian packages for tests and benchmarks: real servers and ffmpeg. They are unpacked into a
 * folder of the project and run from there. Nothing is installed and no service starts.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aptGet } from './apt-get.mjs'
import { lacks } from './npm-test/lacking.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

const places = ['usr/sbin', 'usr/bin', 'sbin', 'bin']
/** A process cannot use two C libraries, so the machine's own is used. */
const system_packages = /^(libc6|libc-bin|base-files|dpkg|apt)_/

/**
 * @typedef {{
 *   root: string,
 *   program: (name: string) => string | undefined,
 *   env: NodeJS.ProcessEnv,
 * }} Unpacked `program` returns the path of a program, unpacked or the machine's own; `env` has its libraries
 */

/**
 * Unpacks packages with the dependencies that the machine lacks. A second call reuses them. Returns
 * `undefined` if that is impossible (no Debian, no network); the end of `npm test` then says what is missing.
 * @param {string} name of the folder below `.cache/debian`
 * @param {readonly string[]} packages
 * @returns {Promise<Unpacked | undefined>}
 */
export async function unpackDebian(name, packages) {
  const unpacked = await unpack(name, packages)
  lacks(packages[0] ?? name, unpacked === undefined)
  return unpacked
}

/** @param {string} name @param {readonly string[]} packages @returns {Promise<Unpacked | undefined>} */
async function unpack(name, packages) {
  const folder = join(root, '.cache', 'debian', name)
  const stamp = join(folder, '.packages')
  const wanted = packages.join(' ')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return opened(folder)
  if (!existsSync('/usr/bin/apt-get')) return undefined
  // Test files run in parallel and may request the same packages, so each call unpacks into a folder of its
  // own.
  const draft = `${folder}.${process.pid}-${++drafts}`
  const archives = join(draft, 'archives')
  mkdirSync(join(archives, 'partial'), { recursive: true })
  const options = [`Dir::Cache::archives=${archives}`, 'Debug::NoLocking=1', 'APT::Sandbox::User=root']
  const download = () =>
    aptGet([
      'install',
      '--download-only',
      '--no-install-recommends',
      '-y',
      '-qq',
      ...options.flatMap((option) => ['-o', option]),
      ...packages,
    ])
  let { code } = await download()
  if (code !== 0) {
    // The machine's lists of packages are missing or outdated.
    await aptGet(['update', '-qq'])
    code = (await download()).code
  }
  if (code !== 0) return removed(draft)
  for (const file of readdirSync(archives).filter(
    (one) => one.endsWith('.deb') && !system_packages.test(one),
  )) {
    if ((await run('dpkg-deb', ['-x', join(archives, file), draft])).code !== 0) return removed(draft)
  }
  rmSync(archives, { recursive: true })
  writeFileSync(join(draft, '.packages'), wanted)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) removed(draft)
  else {
    rmSync(folder, { recursive: true, force: true })
    renameSync(draft, folder)
  }
  return opened(folder)
}

let drafts = 0

/** @param {string} draft @returns {undefined} */
function removed(draft) {
  rmSync(draft, { recursive: true, force: true })
}

/** @param {string} folder @returns {Unpacked} */
function opened(folder) {
  const own = places.map((place) => join(folder, place))
  const library = join(
    folder,
    'usr/lib',
    { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' }[process.arch] ?? '',
  )
  // Installed packages find these two through links that only installation scripts create
  // (update-alternatives).
  const libraries = [library, join(library, 'blas'), join(library, 'lapack')]
  return {
    root: folder,
    program: (name) =>
      [...own, ...places.map((place) => `/${place}`)]
        .map((place) => join(place, name))
        .find((file) => existsSync(file)),
    env: {
      ...process.env,
      PATH: [...own, process.env.PATH].join(':'),
      LD_LIBRARY_PATH: [...libraries, join(folder, 'usr/lib'), join(folder, 'lib', 'x86_64-linux-gnu')].join(
        ':',
      ),
      PYTHONPATH: join(folder, 'usr/lib/python3/dist-packages'),
    },
  }
}
