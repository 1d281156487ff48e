/** The icons: 20 px, drawn with strokes. Each is a function, so that unused icons are not bundled. */
import { StrokeIcon, type Icon } from './stroke-icon.tsx'

export type { Icon, IconProps } from './stroke-icon.tsx'
export { CheckIcon } from './password-icons.tsx'

export const GaugeIcon: Icon = (p) => (
  <StrokeIcon
    {...p}
    d="M3.2 14.5a7.5 7.5 0 1 1 13.6 0M10 12l3.4-4.2M10 13.2a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4"
  />
)
export const BoxIcon: Icon = (p) => (
  <StrokeIcon {...p} d="M3 4.5h14v5H3zM3 9.5h14v6H3zM6 7h.01M6 12.5h.01M9 12.5h5M9 7h5" />
)
export const InfoCardIcon: Icon = (p) => <StrokeIcon {...p} d="M3 4h14v12H3zM6 8h3v4H6zM12 8h2.5M12 11h2.5" />
export const NetworkIcon: Icon = (p) => (
  <StrokeIcon {...p} d="M7.5 3h5v4h-5zM2.5 13h5v4h-5zM12.5 13h5v4h-5zM10 7v3M5 13v-3h10v3" />
)
export const ClockIcon: Icon = (p) => (
  <StrokeIcon {...p} d="M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14M10 6v4l2.7 1.8" />
)
export const CalendarIcon: Icon = (p) => (
  <StrokeIcon {...p} d="M3.5 5h13v11.5h-13zM3.5 9h13M7 3v3.5M13 3v3.5" />
)
export const DownloadIcon: Icon = (p) => <StrokeIcon {...p} d="M10 3v9M6 8.5l4 4 4-4M4 16.5h12" />
export const DiskIcon: Icon = (p) => (
  <StrokeIcon
    {...p}
    d="M3.5 5.5c0-1.4 2.9-2.5 6.5-2.5s6.5 1.1 6.5 2.5S13.6 8 10 8 3.5 6.9 3.5 5.5zM3.5 5.5v9
      c0 1.4 2.9 2.5 6.5 2.5s6.5-1.1 6.5-2.5v-9M3.5 10c0 1.4 2.9 2.5 6.5 2.5s6.5-1.1 6.5-2.5"
  />
)
export const WrenchIcon: Icon = (p) => (
  <StrokeIcon
    {...p}
    d="M16.5 6.1a4 4 0 0 1-5.3 4.8L6 16.1a1.55 1.55 0 0 1-2.2-2.2L9 8.7a4 4 0 0 1 4.9-5.3
      l-2.3 2.3.4 2.2 2.2.4z"
  />
)
export const LogIcon: Icon = (p) => (
  <StrokeIcon {...p} d="M5 2.5h7l3.5 3.5v11.5H5zM12 2.5V6h3.5M7.5 9.5h5M7.5 12h5M7.5 14.5h3" />
)
export const PackageIcon: Icon = (p) => (
  <StrokeIcon
    {...p}
    d="M10 2.5l6.5 3.6v7.8L10 17.5l-6.5-3.6V6.1zM3.5 6.1L10 9.7l6.5-3.6M10 9.7v7.8M6.7 4.3l6.5 3.6"
  />
)
export const ShieldIcon: Icon = (p) => (
  <StrokeIcon {...p} d="M10 2.5l6 2.2v4.8c0 3.7-2.5 6.6-6 8-3.5-1.4-6-4.3-6-8V4.7zM7.3 9.9l2 2 3.6-3.9" />
)
export const CertificateIcon: Icon = (p) => (
  <StrokeIcon {...p} d="M6.5 9V6.5a3.5 3.5 0 0 1 7 0V9M4.5 9h11v8h-11zM10 12v2" />
)
export const UsersIcon: Icon = (p) => (
  <StrokeIcon
    {...p}
    d="M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 16.5a5.5 5.5 0 0 1 11 0M13 4a3 3 0 0 1 0 5M15 12q3 1 3 4.5"
  />
)
export const CheckListIcon: Icon = (p) => (
  <StrokeIcon {...p} d="M3 5l1.5 1.5L7 4M3 10.5L4.5 12 7 9.5M3 16l1.5 1.5L7 15M10 5.5h7M10 11h7M10 16.5h7" />
)
export const TimelineIcon: Icon = (p) => (
  <StrokeIcon {...p} d="M3 4.5h8M7 8.5h9M3 12.5h6M12 12.5h5M6 16.5h8" />
)
export const PowerIcon: Icon = (p) => <StrokeIcon {...p} d="M10 2.8v6.4M6 5.2a6.5 6.5 0 1 0 8 0" />
export const PulseIcon: Icon = (p) => <StrokeIcon {...p} d="M2.5 10h3.2l2-5.2 3.8 10.4 2.2-5.2h3.8" />
export const RoadIcon: Icon = (p) => (
  <StrokeIcon {...p} d="M7 3L3 17M13 3l4 14M10 3.5v2.5M10 8.8v2.7M10 14.3V17" />
)
export const CameraIcon: Icon = (p) => (
  <StrokeIcon
    {...p}
    d="M2.5 6.5l10-3.3 2.3 5.6-9.3 3.6zM14.3 6.6l2.7.4.5 1.6-2.7.3M6.5 12l1 2.5h-5M2.5 12v5"
  />
)
export const SlidersIcon: Icon = (p) => <StrokeIcon {...p} d="M3 6h7M14 6h3M3 14h3M10 14h7M12 4v4M8 12v4" />
export const ListIcon: Icon = (p) => <StrokeIcon {...p} d="M3 4h14v12H3zM3 8h14M8 8v8" />
export const GridIcon: Icon = (p) => <StrokeIcon {...p} d="M3 4h14v12H3zM7.7 4v7M12.3 4v7M3 11h14" />
export const CarIcon: Icon = (p) => (
  <StrokeIcon
    {...p}
    d="M3 14.5v-4l1.8-4.3A1.5 1.5 0 0 1 6.2 5.2h7.6a1.5 1.5 0 0 1 1.4 1L17 10.5v4zM3 10.5h14M5.8 12.5h.01
      M14.2 12.5h.01M4.5 14.5v1.7M15.5 14.5v1.7"
  />
)
export const HandIcon: Icon = (p) => (
  <StrokeIcon
    {...p}
    d="M3 5h9M3 5v10.5h5M12 5v3M3 8.5h5M14 17a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M12.6 13.5l1 1 1.8-2"
  />
)
export const GearIcon: Icon = (p) => (
  <StrokeIcon
    {...p}
    d="M10 12.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2M10 2.5v2.2M10 15.3v2.2M4.7 4.7l1.55 1.55M13.75 13.75
      l1.55 1.55M2.5 10h2.2M15.3 10h2.2M4.7 15.3l1.55-1.55M13.75 6.25l1.55-1.55"
  />
)
export const MenuFoldIcon: Icon = (p) => (
  <StrokeIcon {...p} d="M3 4.5h14M9 10h8M3 15.5h14M6 7.8L3.5 10 6 12.2" />
)
export const MenuUnfoldIcon: Icon = (p) => (
  <StrokeIcon {...p} d="M3 4.5h14M9 10h8M3 15.5h14M3.5 7.8L6 10l-2.5 2.2" />
)
export const SearchIcon: Icon = (p) => (
  <StrokeIcon {...p} d="M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11M13 13l4 4" />
)
export const BugIcon: Icon = (p) => (
  <StrokeIcon
    {...p}
    d="M6.5 8a3.5 3.5 0 0 1 7 0M6 8.5h8V12a4 4 0 0 1-8 0zM10 8.5V16M6 10H3M14 10h3M6.5 13.5L4 15.5M13.5 13.5
      l2.5 2M7.5 5.2L6 3.5M12.5 5.2L14 3.5"
  />
)
export const ExpandIcon: Icon = (p) => (
  <StrokeIcon {...p} d="M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4" />
)
export const ShrinkIcon: Icon = (p) => (
  <StrokeIcon {...p} d="M7.5 3.5v4h-4M16.5 7.5h-4v-4M12.5 16.5v-4h4M3.5 12.5h4v4" />
)
export const TextSizeIcon: Icon = (p) => (
  <StrokeIcon {...p} d="M2.5 15.5L7 4l4.5 11.5M4 12h6M12 15.5l2.9-7 2.9 7M13 13.3h3.8" />
)
export const GlobeIcon: Icon = (p) => (
  <StrokeIcon
    {...p}
    d="M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14M3 10h14M10 3c2 2 2.8 4.5 2.8 7S12 15 10 17c-2-2-2.8-4.5-2.8-7
      S8 5 10 3"
  />
)
export const SunIcon: Icon = (p) => (
  <StrokeIcon
    {...p}
    d="M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1
      M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1"
  />
)
export const MoonIcon: Icon = (p) => (
  <StrokeIcon {...p} d="M16.5 11.8A7 7 0 1 1 8.2 3.5a5.6 5.6 0 0 0 8.3 8.3z" />
)
export const MonitorIcon: Icon = (p) => <StrokeIcon {...p} d="M3 4h14v9.5H3zM7 16.5h6M10 13.5v3" />
export const KeyIcon: Icon = (p) => (
  <StrokeIcon
    {...p}
    d="M7 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M9.5 10.5L16.5 3.5M13 7l2.5 2.5M15 5l1.5 1.5"
  />
)
export const LogoutIcon: Icon = (p) => <StrokeIcon {...p} d="M8.5 3.5H4v13h4.5M8.5 10h8M13.5 7l3 3-3 3" />
export const ChevronDownIcon: Icon = (p) => <StrokeIcon {...p} d="M5.5 8l4.5 4.5L14.5 8" />
export const ChevronRightIcon: Icon = (p) => <StrokeIcon {...p} d="M8 5.5l4.5 4.5L8 14.5" />
export const ChevronLeftIcon: Icon = (p) => <StrokeIcon {...p} d="M12 5.5L7.5 10l4.5 4.5" />
export const CloseIcon: Icon = (p) => <StrokeIcon {...p} d="M5 5l10 10M15 5L5 15" />
export const ManualIcon: Icon = (p) => (
  <StrokeIcon
    {...p}
    d="M10 5.2C8.4 4 6.2 3.6 3 3.7v11.6c3.2-.1 5.4.3 7 1.5 1.6-1.2 3.8-1.6 7-1.5V3.7
      c-3.2-.1-5.4.3-7 1.5zM10 5.2v11.6"
  />
)
export const InfoIcon: Icon = (p) => (
  <StrokeIcon {...p} d="M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14M10 9.5V13.5M10 6.5h.01" />
)
export const WarnIcon: Icon = (p) => <StrokeIcon {...p} d="M10 3l7.5 13.5h-15zM10 8v4M10 14.2h.01" />
export const CopyIcon: Icon = (p) => <StrokeIcon {...p} d="M7 7h9.5v9.5H7zM13 7V3.5H3.5V13H7" />
export const RefreshIcon: Icon = (p) => <StrokeIcon {...p} d="M16.5 3.5v4h-4M16 7.5a6.5 6.5 0 1 0 .4 4" />
export const PlusIcon: Icon = (p) => <StrokeIcon {...p} d="M10 4v12M4 10h12" />
export const TrashIcon: Icon = (p) => (
  <StrokeIcon {...p} d="M3.5 5.5h13M8 5.5V3.5h4v2M5 5.5l.8 11h8.4l.8-11M8.5 8.5v5M11.5 8.5v5" />
)
export const EditIcon: Icon = (p) => (
  <StrokeIcon {...p} d="M4 16l.7-3.3L13.4 4l2.6 2.6-8.7 8.7zM11.5 6l2.6 2.6" />
)
export const FilterIcon: Icon = (p) => <StrokeIcon {...p} d="M3 4h14l-5.5 6.5V16l-3-1.5v-4z" />
export const ImageIcon: Icon = (p) => (
  <StrokeIcon {...p} d="M3 4h14v12H3zM3 13.5l4-4 3.5 3.5 2.5-2.5 4 4M13 7.5h.01" />
)
export const PlayIcon: Icon = (p) => <StrokeIcon {...p} d="M6 3.8l10 6.2-10 6.2z" />
export const UnlinkIcon: Icon = (p) => (
  <StrokeIcon
    {...p}
    d="M8.5 6l1.3-1.3a3.2 3.2 0 0 1 4.5 4.5L13 10.5M11.5 14l-1.3 1.3a3.2 3.2 0 0 1-4.5-4.5L7 9.5M4 4l12 12"
  />
)
