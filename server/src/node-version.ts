/** Imported first by run.ts: an old Node gets a sentence instead of a syntax error. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Node ${process.versions.node} is too old: this program needs 20.19 or newer.\n`)
  process.exit(1)
}
