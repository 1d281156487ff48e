/** The index on the left: marks the group in view and counts the changed fields of each group. */
import { useEffect, useState } from 'react'
import { useModelAfterPaint } from '#src/forms/form-context.ts'
import { useWords } from '#src/core/words.ts'
import { fieldsOf, type AlgGroup } from './alg-groups.ts'
import styles from './alg.module.css'

export const groupId = (name: string): string => `alg-${name}`

export function AlgIndex({ groups }: { groups: readonly AlgGroup[] }) {
  const words = useWords('alg')
  const [here, setHere] = useGroupInView(groups)
  return (
    <nav className={styles.index} aria-label={words.index}>
      <ul>
        {groups.map((group) => (
          <li key={group.name}>
            <IndexRow group={group} here={here === group.name} onGo={() => setHere(group.name)} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function IndexRow({ group, here, onGo }: { group: AlgGroup; here: boolean; onGo: () => void }) {
  const words = useWords('alg')
  const fields: readonly string[] = fieldsOf(group)
  const changes = useModelAfterPaint(
    (model) => model.changed().filter((name) => fields.includes(name)).length,
  )
  return (
    <button
      type="button"
      className="plain"
      aria-current={here || undefined}
      onClick={() => {
        onGo()
        const section = document.getElementById(groupId(group.name))
        section?.scrollIntoView({ block: 'start' })
        section?.focus({ preventScroll: true })
      }}
    >
      {words.groups[group.name].title}
      {changes > 0 ? (
        <b>
          {changes}
          <span className="visually-hidden">{words.changed_here}</span>
        </b>
      ) : (
        <small className="text-12 ink-3" aria-hidden="true">
          {fields.length}
        </small>
      )}
    </button>
  )
}

/** The group at the top of the window; a click in the index takes precedence until the next scroll. */
function useGroupInView(groups: readonly AlgGroup[]) {
  const names = groups.map(({ name }) => name).join(' ')
  const [here, setHere] = useState<string | undefined>(groups[0]?.name)
  useEffect(() => {
    const sections = names.split(' ').flatMap((name) => document.getElementById(groupId(name)) ?? [])
    const seen = new Map<Element, boolean>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) seen.set(target, isIntersecting)
        const first = sections.find((section) => seen.get(section))
        if (first) setHere(first.id.slice(groupId('').length))
      },
      { rootMargin: '-96px 0px -55% 0px' },
    )
    for (const section of sections) observer.observe(section)
    return () => observer.disconnect()
  }, [names])
  return [here, setHere] as const
}
