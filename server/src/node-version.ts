/** Imported first by run.ts: an old Node gets a sentence instead of a syntax error. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 15)) {
  process.stderr.write(`Node ${process.versions.node} is too old: this program needs 24.15 or newer.\n`)
  process.exit(1)
}
