/**
 * Terms of a text for the search: words of letters and digits, and every pair of neighbouring Chinese
 * characters, so that a word inside a sentence is found in every browser alike.
 */

/** @param {string} text @returns {string[]} */
export function termsOf(text) {
  const terms = []
  for (const [run] of text.toLowerCase().matchAll(/[\p{Script=Han}]+|[a-z0-9_]+(?:[.-][a-z0-9_]+)*/gu)) {
    if (!/\p{Script=Han}/u.test(run)) terms.push(run)
    else if ([...run].length === 1) terms.push(run)
    else [...run].slice(1).forEach((character, at) => terms.push([...run][at] + character))
  }
  return terms
}

/** What the index and the search box must have in common. */
export const search_options = {
  idField: 'link',
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'excerpt'],
  tokenize: termsOf,
  processTerm: (/** @type {string} */ term) => term,
  searchOptions: {
    boost: { title: 4, page: 2 },
    combineWith: 'AND',
    prefix: (/** @type {string} */ term) => /^[a-z0-9]/.test(term),
  },
}
