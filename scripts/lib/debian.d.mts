/** What debian.mjs answers, for the parts that are checked without JavaScript. */
export type Unpacked = {
  root: string
  /** The path of a program, unpacked or the machine's own. */
  program: (name: string) => string | undefined
  /** Lets it find its libraries. */
  env: NodeJS.ProcessEnv
}

export function unpackDebian(name: string, packages: readonly string[]): Promise<Unpacked | undefined>
