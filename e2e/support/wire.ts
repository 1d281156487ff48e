/** The contract's paths with the types of their bodies and answers. */
import type { Answer, Calls, NameAt, Path } from '@parking/contract'
import type * as z from 'zod/mini'

export type PathOf = Path
export type BodyOf<P extends Path> = z.input<Calls[NameAt<P>]['body']>
export type AnswerOf<P extends Path> = Answer<NameAt<P>>
