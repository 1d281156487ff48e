/** The types of lacking.mjs, for the parts that are type-checked without JavaScript. */
/** Returns whether a program or file is missing, and notes it for the end of `npm test`. */
export function lacks(what: string, missing: boolean): boolean
/** What was missing since `forgetLacking`, each once. */
export function lacking(): string[]
export function forgetLacking(): void
