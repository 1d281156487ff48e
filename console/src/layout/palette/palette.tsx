/**
 * Ctrl-K: pages, actions, settings, plates, lots, cameras and alarms, found in either script, in English or
 * by pinyin initials. Recently opened entries come first.
 * Long because the list is drawn from what the finder finds.
 */
import { Autocomplete } from '@base-ui/react/autocomplete'
import {
  memo,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { SearchIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { afterPaint } from '#src/lib/after-paint.ts'
import { best_rows, entry_groups, findEntries } from './find-entries.ts'
import { useIndex } from './use-index.ts'
import { usePaletteCommands, type PaletteCommand } from './use-palette-commands.ts'
import { usePaletteSearch } from './use-palette-search.ts'
import classes from './palette.module.css'

/** As many entries as fit into the palette; the others are rendered after it is painted. */
const first_entries = 14

/**
 * Stays rendered while closed, so that it opens instantly the next time. It is a popover, because a modal
 * dialog makes the page inert, which costs as much as rendering it. Esc, a click outside or a change of focus
 * closes it.
 */
export function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const words = useWords('shell').palette
  const box = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const [times, setTimes] = useState(0)
  const [whole, setWhole] = useState(false)

  useEffect(() => {
    if (!open) return
    const before = document.activeElement
    const shown = box.current
    shown?.showPopover()
    shown?.querySelector('input')?.focus()
    const stop = afterPaint(() => startTransition(() => setWhole(true)))
    return () => {
      stop()
      shown?.hidePopover()
      // Prepares the palette for the next time without delaying the chosen entry.
      startTransition(() => {
        setQuery('')
        setWhole(false)
        setTimes((n) => n + 1)
      })
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [open])

  return (
    <div
      ref={box}
      popover="auto"
      role="dialog"
      className={`clip ink bordered on-card ${classes['palette']}`}
      aria-label={words.title}
      onToggle={({ newState }) => open && newState === 'closed' && onClose()}
      onBlur={({ relatedTarget }) => {
        if (open && relatedTarget !== null && !box.current?.contains(relatedTarget)) onClose()
      }}
    >
      <Finder key={times} whole={whole} query={query} onQuery={setQuery} onClose={onClose} />
      <div className={`row gap-6 text-12 ink-3 line-above on-subtle ${classes['foot']}`} aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> {words.hint_move}
        <kbd>Enter</kbd> {words.hint_open}
        <kbd>Esc</kbd> {words.hint_close}
      </div>
    </div>
  )
}

type FinderProps = {
  /** Whether to render more than the first entries. */
  whole: boolean
  query: string
  onQuery: (query: string) => void
  onClose: () => void
}

/** Rendered while the palette is closed, so that opening only shows it. */
const Finder = memo(function Finder({ whole, query, onQuery, onClose }: FinderProps) {
  const words = useWords('shell').palette
  const commands = usePaletteCommands()
  // The keystroke is painted before the list of results.
  const sought = useDeferredValue(query)
  const more = usePaletteSearch(sought, sought.trim() !== '')
  const asks = sought.trim() !== ''
  const all = useIndex(asks, commands)
  const found = useMemo(
    () =>
      inGroups(asks ? [...more, ...inBest(findEntries(all, sought))] : [...recentOf(commands), ...commands]),
    [asks, commands, all, sought, more],
  )
  const shown = useMemo(() => (whole ? found : found.slice(0, first_entries)), [found, whole])
  const run = useCallback(
    (command: PaletteCommand) => {
      onClose()
      remember(command.id)
      command.run()
    },
    [onClose],
  )

  // Enter pressed in between applies to the results of the new query, not to those still listed.
  const entered = useRef(false)
  useEffect(() => {
    if (!entered.current || sought !== query) return
    entered.current = false
    if (found[0]) run(found[0])
  })

  return (
    <Autocomplete.Root
      items={shown}
      filter={null}
      itemToStringValue={(command) => command.label}
      value={query}
      onValueChange={(typed, { reason }) => {
        if (reason === 'input-change') onQuery(typed)
      }}
      inline
      open
      autoHighlight="always"
      keepHighlight
    >
      <div className={`row gap-12 line-below ${classes['query']}`}>
        <SearchIcon />
        <Autocomplete.Input
          className="plain grow slim"
          aria-label={words.title}
          placeholder={words.placeholder}
          onKeyDownCapture={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || sought === query) return
            event.preventDefault()
            event.stopPropagation()
            entered.current = true
          }}
        />
      </div>
      <PaletteList found={shown} run={run} />
      <Autocomplete.Empty className={classes['none']}>{words.none}</Autocomplete.Empty>
    </Autocomplete.Root>
  )
})

/** Sorted by group, so that the arrow keys follow the visible order. */
const inGroups = (all: readonly PaletteCommand[]): PaletteCommand[] =>
  entry_groups.flatMap((group) => all.filter((command) => command.group === group))

/** The rows of a group besides the best. */
const group_rows = 6

/** The best of all groups first; of each group only some of the others, which match less well. */
function inBest(all: readonly PaletteCommand[]): PaletteCommand[] {
  const rest = all.slice(best_rows)
  return [
    ...all.slice(0, best_rows).map((command) => ({ ...command, group: 'best' as const })),
    ...entry_groups.flatMap((group) => rest.filter((one) => one.group === group).slice(0, group_rows)),
  ]
}

const key = 'palette-recent'
const kept = 4

function ids(): string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(read) ? read.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

/** Newest first; entries that the user may no longer see are left out. */
const recentOf = (commands: readonly PaletteCommand[]): PaletteCommand[] =>
  ids().flatMap((id) => {
    const command = commands.find((one) => one.id === id)
    return command ? [{ ...command, group: 'recent' as const }] : []
  })

/** The entries last opened from the palette. Only pages and actions: no plate is stored in the browser. */
function remember(id: string): void {
  if (/^(plate|axis|lot|camera|alarm|setting|chapter)-/.test(id)) return
  localStorage.setItem(key, JSON.stringify([id, ...ids().filter((one) => one !== id)].slice(0, kept)))
}

type ListProps = { found: readonly PaletteCommand[]; run: (command: PaletteCommand) => void }

/**
 * The entries of the palette, by group.
 * Not rendered by the keystroke itself, which is painted first.
 */
const PaletteList = memo(function PaletteList({ found, run }: ListProps) {
  const words = useWords('shell').palette
  return (
    <Autocomplete.List className={classes['list']} aria-label={words.title}>
      {entry_groups.map((group) => (
        <CommandGroup
          key={group}
          title={words[group]}
          commands={found.filter((command) => command.group === group)}
          run={run}
        />
      ))}
    </Autocomplete.List>
  )
})

type GroupProps = {
  title: string
  commands: readonly PaletteCommand[]
  run: (command: PaletteCommand) => void
}

function CommandGroup({ title, commands, run }: GroupProps) {
  if (commands.length === 0) return null
  return (
    <Autocomplete.Group>
      <Autocomplete.GroupLabel className={`text-12 ink-3 ${classes['group']}`}>
        {title}
      </Autocomplete.GroupLabel>
      {commands.map((command) => (
        <Autocomplete.Item
          key={`${command.group} ${command.id}`}
          value={command}
          className={`row gap-12 round-6 ${classes['row']}`}
          onClick={() => run(command)}
        >
          {command.icon && <command.icon />}
          <span>{command.label}</span>
          <small>{command.hint}</small>
        </Autocomplete.Item>
      ))}
    </Autocomplete.Group>
  )
}
