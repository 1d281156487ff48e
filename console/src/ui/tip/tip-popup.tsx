/** The bubble of a tooltip, based on Base UI, which keeps it inside the window. */
import { Tooltip } from '@base-ui/react/tooltip'
import classes from './tip-popup.module.css'

export type Tip = { anchor: HTMLElement; text: string; side: 'bottom' | 'right' }

export function TipPopup({ anchor, text, side }: Tip) {
  return (
    <Tooltip.Root open>
      {/* A modal dialog covers everything outside it. */}
      <Tooltip.Portal container={anchor.closest('dialog') ?? document.body}>
        <Tooltip.Positioner
          className={`untouchable ${classes['positioner']}`}
          anchor={anchor}
          side={side}
          sideOffset={side === 'right' ? 8 : 6}
          collisionPadding={6}
          positionMethod="fixed"
        >
          <Tooltip.Popup className={classes['tip']} aria-hidden>
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
