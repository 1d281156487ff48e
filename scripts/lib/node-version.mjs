/**
 * Checks for the oldest Node that runs the project. No imports and no new syntax, because an old Node must be
 * able to load this file.
 */
const major = 20
const minor = 19

/**
 * Returns an error sentence if `version` (`process.versions.node`) is too old, otherwise undefined.
 * @param {string} version
 */
export function nodeIssue(version) {
  const parts = version.split('.')
  const good = Number(parts[0]) > major || (Number(parts[0]) === major && Number(parts[1]) >= minor)
  return good
    ? undefined
    : 'Node ' +
        major +
        '.' +
        minor +
        ' or newer is needed; this is Node ' +
        version +
        '. Get it from nodejs.org and run the command again.'
}

/** Ends the program with the sentence if Node is too old. */
export function needNode() {
  const issue = nodeIssue(process.versions.node)
  if (!issue) return
  console.error(issue)
  process.exit(1)
}
