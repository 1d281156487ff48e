/** The table of the whitelist, with removal of entries. */
import { useState } from 'react'
import { WhyButton } from '#src/forms/why-button.tsx'
import '#src/tables/table.css'
import { Button } from '#src/ui/button/button.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import { TrashIcon } from '#src/ui/icons.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { covers } from './parse-lines.ts'
import type { Whitelist } from './page.tsx'
import { useListChange } from './use-list-change.ts'
import styles from './whitelist.module.css'

const max_named = 8

export function WhitelistTable({
  data: { list, caller = '' },
  why,
}: {
  data: Whitelist
  why: string | undefined
}) {
  const words = useWords('whitelist')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const picked = list.filter(({ address }) => chosen.has(address)).map(({ address }) => address)
  const { running, run } = useListChange('/api/system/delete_whitelist', caller)

  async function remove(addresses: readonly string[]) {
    const body = (
      <>
        <p className="paragraph">
          {addresses.length === list.length ? words.delete_last : words.delete_effect}
        </p>
        <ul className={`listed above-8 text-13 mono ${styles.named}`}>
          {addresses.slice(0, max_named).map((address) => (
            <li key={address}>{address}</li>
          ))}
          {addresses.length > max_named && <li>{words.delete_more(addresses.length)}</li>}
        </ul>
      </>
    )
    if (
      !(await confirm({
        title: words.delete_ask(addresses.length),
        body,
        confirm: words.delete,
        danger: true,
      }))
    )
      return
    if ((await run({ list: [...addresses] })) !== 'done') return
    setChosen(new Set())
    toast.success(words.deleted(addresses.length))
  }
  const choose = (address: string, on: boolean) =>
    setChosen(new Set(on ? [...chosen, address] : [...chosen].filter((one) => one !== address)))

  return (
    <>
      <div className={`row wrap ${styles.tools}`}>
        <label className="inline-row gap-12 pointer">
          <input
            type="checkbox"
            checked={picked.length === list.length}
            ref={(box) => {
              if (box) box.indeterminate = picked.length > 0 && picked.length < list.length
            }}
            onChange={(event) =>
              setChosen(new Set(event.currentTarget.checked ? list.map(({ address }) => address) : []))
            }
          />
          {words.select_all}
        </label>
        {picked.length > 0 && (
          <WhyButton variant="danger" why={why} busy={running} onPress={() => void remove(picked)}>
            <TrashIcon />
            {words.delete_many(picked.length)}
          </WhyButton>
        )}
      </div>
      <div className="table-box">
        <table className={`table ${styles.list}`} data-cards="">
          <thead>
            <tr>
              <th scope="col" className={styles.check}>
                <span className="visually-hidden">{words.select_all}</span>
              </th>
              <th scope="col">{words.address}</th>
              <th scope="col">{words.comment}</th>
              <th scope="col">{words.create_time_str}</th>
              <th scope="col">
                <span className="visually-hidden">{words.delete}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {list.map(({ address, comment, create_time_str }) => (
              <tr key={address} className={styles.entry} data-open={chosen.has(address) || undefined}>
                <td className={styles.check}>
                  <input
                    type="checkbox"
                    aria-label={words.select(address)}
                    checked={chosen.has(address)}
                    onChange={(event) => choose(address, event.currentTarget.checked)}
                  />
                </td>
                <td data-label={words.address} className={styles.address}>
                  <CopyText text={address}>
                    <code className="text-13 mono">{address}</code>
                  </CopyText>
                  {covers(address, caller) && <StatusTag tone="ok">{words.yours}</StatusTag>}
                </td>
                <td data-label={words.comment} data-wide="">
                  <bdi>{comment || words.no_comment}</bdi>
                </td>
                <td data-label={words.create_time_str} className="ink-2 nowrap">
                  {create_time_str}
                </td>
                <td className={`text-end ${styles.act}`}>
                  <Button
                    variant="quiet"
                    aria-label={words.delete_one(address)}
                    disabled={why !== undefined || running}
                    title={why}
                    onClick={() => void remove([address])}
                  >
                    {words.delete}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
