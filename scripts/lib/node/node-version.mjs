/**
 * Checks for the oldest Node that can fetch the one the project runs on. No imports and no new syntax,
 * because an old Node must be able to load this file.
 */
const oldest_major = 20

/**
 * Returns an error sentence if `version` (`process.versions.node`) is too old, otherwise undefined.
 * @param {string} version
 */
export function nodeIssue(version) {
  return Number(version.split('.')[0]) >= oldest_major
    ? undefined
    : 'Node ' +
        oldest_major +
        ' or newer is needed; this is Node ' +
        version +
        '. Get it from nodejs.org and run the command again.'
}

/**
 * Ends the program with the sentence if Node is too old. With another major version than the pinned one it
 * runs the command again on that.
 */
export async function needNode() {
  const issue = nodeIssue(process.versions.node)
  if (issue) {
    console.error(issue)
    process.exit(1)
  }
  const { Sentence } = await import('../run.mjs')
  const { runOnPinnedNode } = await import('./pinned-node.mjs')
  try {
    await runOnPinnedNode()
  } catch (error) {
    console.error(error instanceof Sentence ? error.message : error)
    process.exit(1)
  }
}
