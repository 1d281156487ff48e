/** The command line of a program that a person runs. */
import { parseArgs, type ParseArgsConfig } from 'node:util'

/**
 * Reads the options of this process. `--help` prints `usage` and ends the process with 0; a wrong option ends
 * it with 2, and what is wrong with it is printed first.
 */
export function readOptions<const Config extends ParseArgsConfig>(usage: string, config: Config) {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    console.log(`Usage: ${usage}`)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\nUsage: ${usage}`)
    process.exit(2)
  }
}
