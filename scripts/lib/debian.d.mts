/** The types of debian.mjs, for the parts that are type-checked without JavaScript. */
export type Unpacked = {
  root: string
  /** Returns the path of a program: the unpacked one or the machine's own. */
  program: (name: string) => string | undefined
  /** The environment in which the programs find their libraries. */
  env: NodeJS.ProcessEnv
}

export function unpackDebian(name: string, packages: readonly string[]): Promise<Unpacked | undefined>
