/** The package system apt. */
import { unsupported } from '../ports/system-trouble.ts'
import type { PackagesPort } from '../ports/packages-port.ts'
import type { Program } from './program.ts'
import type { RootHelper } from './root-helper.ts'

export function aptPackages(_run: Program, _helper: RootHelper, _packages: readonly string[]): PackagesPort {
  const no = () => Promise.reject(unsupported('not built yet'))
  return {
    versions: no,
    repository: no,
    setRepository: no,
    refresh: no,
    update: no,
    work: no,
    autoUpdate: no,
    setAutoUpdate: no,
  }
}
