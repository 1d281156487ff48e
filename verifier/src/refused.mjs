/** An archive that is not read any further: it is no dossier, or made to harm its reader. */
export class Refused extends Error {
  /** @param {import('./codes.mjs').Code} code @param {import('./types.mjs').Facts} [facts] */
  constructor(code, facts = {}) {
    super(code)
    this.code = code
    this.facts = facts
  }
}
