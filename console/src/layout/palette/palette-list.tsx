/** The entries of the palette, by group. */
import { Autocomplete } from '@base-ui/react/autocomplete'
import { memo } from 'react'
import { useWords } from '#src/core/words.ts'
import { entry_groups } from './find-entries.ts'
import type { PaletteCommand } from './use-palette-commands.ts'
import classes from './palette.module.css'

type ListProps = { found: readonly PaletteCommand[]; run: (command: PaletteCommand) => void }

/** Not rendered by the keystroke itself, which is painted first. */
export const PaletteList = memo(function PaletteList({ found, run }: ListProps) {
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
      <Autocomplete.GroupLabel className={classes['group']}>{title}</Autocomplete.GroupLabel>
      {commands.map((command) => (
        <Autocomplete.Item
          key={`${command.group} ${command.id}`}
          value={command}
          className={classes['row']}
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
