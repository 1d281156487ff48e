/**
 * A part of `npm run bench:bill`: a section of docs/bench/bill.md, and whether it stayed within its budgets.
 */
export type Part = { title: string; text: string; within: boolean }
export type Measured = Omit<Part, 'title'>
