/** A link from a page of the console to its chapter of the manual, in a separate window. */
import { useWords } from '#src/core/words.ts'
import { ManualIcon } from '#src/ui/icons.tsx'
import classes from './header.module.css'
import { useManualAddress } from './use-manual-address.ts'

export function ManualLink() {
  const { manual } = useWords('shell').header
  return (
    <a
      className={classes['tool']}
      href={useManualAddress()}
      target="_blank"
      rel="noopener"
      aria-label={manual}
      data-tip={manual}
    >
      <ManualIcon />
    </a>
  )
}
