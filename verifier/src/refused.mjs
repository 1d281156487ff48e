/** Thrown to stop reading an archive that is not a dossier, or that is made to harm its reader. */
export class Refused extends Error {
  /** @param {import('./codes.mjs').Code} code @param {import('./types.mjs').Facts} [facts] */
  constructor(code, facts = {}) {
    super(code)
    this.code = code
    this.facts = facts
  }
}
