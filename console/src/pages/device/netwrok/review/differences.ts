/** Old and new values by field, and whether they differ. */
export type Difference = { name: string; before: string; after: string; changed: boolean }

/** One row per field, in the order of `before`; fields only in `after` come last. */
export const differencesOf = (
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Difference[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => {
    const [was, becomes] = [before[name] ?? '', after[name] ?? '']
    return { name, before: was, after: becomes, changed: was !== becomes }
  })
