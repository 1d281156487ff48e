/** The finding of one step of the guided check. */
import type { Answer, Body } from '@parking/contract'

export type Step = Body<'diagnose'>['step']
export type Found = Pick<Answer<'diagnose'>, 'result' | 'finding' | 'facts'>
