/**
 * The popup of a menu, based on Base UI: arrow keys, Home, End, typeahead, Escape, and a position inside the
 * window.
 */
import { Menu } from '@base-ui/react/menu'
import { useMemo, type RefObject } from 'react'
import { CheckIcon } from '../icons.tsx'
import type { MenuItem } from './menu-item.ts'
import classes from './menu-popup.module.css'

/** A point in the window, in CSS pixels. */
export type MenuPoint = { x: number; y: number }

export type MenuPopupProps = {
  id?: string
  label: string
  items: readonly MenuItem[]
  open: boolean
  /** The button that the menu belongs to, or the point where a context menu was requested. */
  anchor: RefObject<HTMLElement | null> | MenuPoint
  side?: 'below' | 'right'
  onClose: () => void
}

export function MenuPopup({ id, label, items, open, anchor, side = 'below', onClose }: MenuPopupProps) {
  const button = () => ('current' in anchor ? anchor.current : null)
  const place = useMemo(() => ('current' in anchor ? anchor : pointAnchor(anchor)), [anchor])
  return (
    <Menu.Root
      open={open}
      modal={false}
      onOpenChange={(_, { event, cancel }) => {
        // The button that opened the menu handles clicks on itself.
        if (event.type !== 'click' && event.target instanceof Node && button()?.contains(event.target))
          cancel()
        else onClose()
      }}
    >
      <Menu.Portal>
        <Menu.Positioner
          className={classes['positioner']}
          anchor={place}
          side={side === 'right' ? 'right' : 'bottom'}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          positionMethod="fixed"
        >
          <Menu.Popup
            {...(id === undefined ? {} : { id })}
            className={`ink bordered on-card ${classes['menu']}`}
            aria-label={label}
            onKeyDown={(event) => {
              if (event.key === 'ArrowLeft' && side === 'right') onClose()
            }}
          >
            {groupsOf(items).map((group, index) =>
              group.kind === 'choices' ? (
                <Menu.RadioGroup key={index} value={group.choices.findIndex((choice) => choice.chosen)}>
                  {group.choices.map((choice, value) => (
                    <Menu.RadioItem
                      key={value}
                      value={value}
                      className={`plain row full text-14 icons-18 ${classes['item']}`}
                      lang={choice.lang}
                      closeOnClick
                      onClick={() => pick(choice.onPick)}
                    >
                      {choice.icon}
                      <span>{choice.label}</span>
                      {choice.chosen && <CheckIcon />}
                    </Menu.RadioItem>
                  ))}
                </Menu.RadioGroup>
              ) : group.kind === 'separator' ? (
                <Menu.Separator key={index} className={`line-above ${classes['separator']}`} />
              ) : group.kind === 'heading' ? (
                <div key={index} className={`note ${classes['heading']}`} role="presentation">
                  {group.label}
                </div>
              ) : (
                <Menu.Item
                  key={index}
                  className={`plain row full text-14 icons-18 ${classes['item']}`}
                  disabled={group.disabled}
                  onClick={() => pick(group.onPick)}
                >
                  {group.icon}
                  <span>{group.label}</span>
                </Menu.Item>
              ),
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )

  /** The button gets the focus back before the action runs, so that a dialog can return the focus to it. */
  function pick(action: () => void) {
    button()?.focus({ preventScroll: true })
    onClose()
    action()
  }
}

type Choice = Extract<MenuItem, { kind: 'choice' }>
type Group = Exclude<MenuItem, Choice> | { kind: 'choices'; choices: Choice[] }

/** Consecutive choices form one radio group. */
function groupsOf(items: readonly MenuItem[]): Group[] {
  const groups: Group[] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (item.kind !== 'choice') groups.push(item)
    else if (last?.kind === 'choices') last.choices.push(item)
    else groups.push({ kind: 'choices', choices: [item] })
  }
  return groups
}

const pointAnchor = ({ x, y }: MenuPoint) => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) })
