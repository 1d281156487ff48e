/** Clears the journal through the root helper: the server's own user may only read it. */
import type { TracesPort } from '#src/ports/traces-port.ts'
import type { RootHelper } from './root-helper.ts'

export const rootTraces = (helper: RootHelper): TracesPort => ({
  clear: () => helper.run('erase-traces', '', 30_000),
})
