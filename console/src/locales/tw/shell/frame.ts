/** The three dictionaries that every page needs, in one file. */
export { default as shell } from './shell.ts'
export { default as errors } from './errors.ts'
export { default as codes } from './codes.ts'
