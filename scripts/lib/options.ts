/** Reads the command line of a program that a person runs. */
import { parseArgs, type ParseArgsConfig } from 'node:util'

/**
 * Reads the options of this process. `--help` prints `usage` and exits with 0. For an invalid option it
 * prints the reason and exits with 2.
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
