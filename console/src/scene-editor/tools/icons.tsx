/**
 * The editor's icons, in the style of ui/icons.tsx: 20 px, one stroke. In a separate file, so that only this
 * page loads them.
 */
import { StrokeIcon } from '#src/ui/stroke-icon.tsx'

const corner = (x: number, y: number) => `M${x - 1.5} ${y - 1.5}h3v3h-3z`

export const PointerIcon = () => <StrokeIcon d="M4.5 3l11 6.2-4.9 1.3-2.6 4.4z" />
export const QuadIcon = () => (
  <StrokeIcon
    d={
      'M5.5 5.5L13 4.5M15 6l1 8M14.5 15.5l-9-.5M4.5 13.5l-.3-6.5' +
      `${corner(4, 5.5)}${corner(15, 4.5)}${corner(16, 15.5)}${corner(4, 15)}`
    }
  />
)
export const PolygonIcon = () => (
  <StrokeIcon
    d={
      'M8.6 4.2L5 8.4M4.7 11.4l2.2 4M9.9 16.4l4.2-.6M16 14.1l.4-4.4M15.3 6.9L11.5 4' +
      `${corner(10, 3.5)}${corner(4, 10)}${corner(8, 16.5)}${corner(16, 15.5)}${corner(16.5, 8)}`
    }
  />
)
export const StripIcon = () => (
  <StrokeIcon d="M2.5 14.5L6 6h8.5l3 8.5zM8.6 6l-1.3 8.5M11.6 6l.9 8.5M2 17.5h16" />
)
export const CopyLotsIcon = () => <StrokeIcon d="M7 7h9.5v9.5H7zM13 7V3.5H3.5V13H7" />
export const PasteLotsIcon = () => <StrokeIcon d="M7 4H4v13h12V4h-3M7 3h6v3H7zM7.5 10h5M10 7.8v5" />
export const MirrorIcon = () => (
  <StrokeIcon d="M10 3v2M10 7v2M10 11v2M10 15v2M7.5 5.5v9l-5 2zM12.5 5.5v9l5 2z" />
)
export const UndoIcon = () => <StrokeIcon d="M7 4L3.5 7.5 7 11M3.5 7.5h8a4.5 4.5 0 0 1 0 9H7" />
export const RedoIcon = () => <StrokeIcon d="M13 4l3.5 3.5L13 11M16.5 7.5h-8a4.5 4.5 0 0 0 0 9H13" />
export const ZoomInIcon = () => (
  <StrokeIcon d="M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11M13 13l4 4M9 6.5v5M6.5 9h5" />
)
export const ZoomOutIcon = () => (
  <StrokeIcon d="M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11M13 13l4 4M6.5 9h5" />
)
export const FitIcon = () => (
  <StrokeIcon d="M3.5 7V3.5H7M13 3.5h3.5V7M16.5 13v3.5H13M7 16.5H3.5V13M7 7.5h6v5H7z" />
)
export const TableIcon = () => <StrokeIcon d="M3 4h14v12H3zM3 8h14M3 12h14M8 4v12" />
export const PanelIcon = () => <StrokeIcon d="M3 4h14v12H3zM12 4v12M14 7.5h1M14 10h1" />
export const HelpIcon = () => (
  <StrokeIcon d="M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14M8 8a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.4M10 13.8h.01" />
)
export const PlacesIcon = () => (
  <StrokeIcon d="M3 6h11v9H3zM6 6V3.5h11V12h-3M8.5 6v9M6.5 10.5H5M10.5 10.5H12" />
)
export const TestIcon = () => (
  <StrokeIcon
    d={
      'M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5' +
      'M10 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4'
    }
  />
)
export const CopyToIcon = () => <StrokeIcon d="M3 4h8v5M3 4v10h5M10.5 13.5h6.5M14.5 11l2.5 2.5-2.5 2.5" />
export const SeveralIcon = () => <StrokeIcon d="M3 7.5h9v9H3zM7.5 4.5V3.5h9v9h-1.5M5.5 12l1.5 1.5 3-3" />
export const MoreIcon = () => <StrokeIcon d="M4.5 10h.01M10 10h.01M15.5 10h.01" />
