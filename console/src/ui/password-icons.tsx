/** The icons of a password field, in a separate file, because the sign-in page needs no others. */
import { StrokeIcon, type Icon } from './stroke-icon.tsx'

export const CheckIcon: Icon = (p) => <StrokeIcon {...p} d="M4 10.5l4 4 8-9" />
export const EyeIcon: Icon = (p) => (
  <StrokeIcon
    {...p}
    d="M2 10c1.8-3.3 4.6-5 8-5s6.2 1.7 8 5c-1.8 3.3-4.6 5-8 5s-6.2-1.7-8-5M10 12.5
      a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5"
  />
)
export const EyeOffIcon: Icon = (p) => (
  <StrokeIcon
    {...p}
    d="M3.5 3.5l13 13M8 5.3A8 8 0 0 1 10 5c3.4 0 6.2 1.7 8 5a10 10 0 0 1-2.3 2.9M12.5 14.5A8 8 0 0 1 10 15
      c-3.4 0-6.2-1.7-8-5a10 10 0 0 1 3.3-3.7M8.3 8.3a2.5 2.5 0 0 0 3.4 3.4"
  />
)
