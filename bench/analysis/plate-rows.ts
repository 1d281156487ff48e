/** Table rows for plates after voting, by width, and for plates accepted without a person. */
import type { Voted } from './judge.ts'
import { share, type Row } from './parts.ts'

const isRight = ({ truth, text }: Voted): boolean => truth === text
const widths = [
  ['of 60 px and more, after voting', 'at least 97 %', 60, 9999],
  ['of 45 to 59 px', '', 45, 60],
  ['below 45 px', '', 0, 45],
] as const

/** Every visible plate counts; an unread plate is wrong. */
export function plateRows(plates: readonly Voted[], where: string): Row[] {
  const rows = widths.map(([name, gate, from, to]): Row => {
    const list = plates.filter(({ width }) => width >= from && width < to)
    return [`plates ${name} (${where})`, gate, share(list.filter(isRight).length, list.length)]
  })
  const accepted = plates.filter((one) => one.accepted)
  const wrong = accepted.filter((one) => !isRight(one)).length
  return [
    ...rows,
    [`plates accepted automatically (${where})`, '', share(accepted.length, plates.length)],
    [`plates accepted automatically and wrong (${where})`, 'at most 0.3 %', share(wrong, accepted.length)],
  ]
}

/** Lists the wrong plates of 60 px and more, and those that were wrongly accepted. */
export function wrongPlates(plates: readonly Voted[], where: string): string {
  const wrong = plates.filter((one) => !isRight(one) && (one.width >= 60 || one.accepted))
  const worded = wrong.map(
    ({ truth, text, width, light, camera, accepted }) =>
      `${truth} as ${text || 'nothing'} (${width} px, ${light}, camera ${camera + 1}` +
      `${accepted ? ', accepted' : ''})`,
  )
  return worded.length === 0 ? '' : `**Plates read wrongly** (${where}): ${worded.slice(0, 40).join('; ')}`
}
