/**
 * A heading's anchor, as GitHub makes it, so that the links of docs/ lead to the same place on both.
 *
 * @param {string} heading
 */
export const anchorOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')
