/**
 * The one route table (spec §2), read by menu, breadcrumb, tabs, titles, guard and palette. A page is
 * pages/<its path>/page.tsx. Long because it is one table; only the business rows are in a separate file.
 */
import type { Role } from '@parking/contract/core/codes.ts'
import { business_routes } from './business-routes.ts'
import type { Area } from './locales/areas.ts'
import { flattenRows, viewers, type RouteRow } from './navigation/route-row.ts'
import {
  BoxIcon,
  CertificateIcon,
  CheckListIcon,
  ClockIcon,
  DiskIcon,
  GaugeIcon,
  GearIcon,
  ImageIcon,
  InfoCardIcon,
  LogIcon,
  NetworkIcon,
  PackageIcon,
  PowerIcon,
  PulseIcon,
  ShieldIcon,
  UsersIcon,
  WarnIcon,
  WrenchIcon,
} from './ui/icons.tsx'

export const routes: readonly RouteRow[] = [
  { path: '/', redirect: '/dashboard' },
  {
    path: '/dashboard',
    roles: viewers,
    title: 'dashboard',
    chapter: 'dashboard',
    icon: GaugeIcon,
    fixed: true,
    page: () => import('./pages/dashboard/page.tsx'),
    words: ['home'],
    tabs: { dashboard: 'health=open' },
    keywords: 'dashboard home street camera ybp yibiaopan sy shouye yxb',
  },
  {
    path: '/device',
    roles: viewers,
    title: 'device',
    icon: BoxIcon,
    redirect: '/device/base',
    children: [
      {
        path: '/device/base',
        title: 'device_base',
        chapter: 'device-info',
        icon: InfoCardIcon,
        page: () => import('./pages/device/base/page.tsx'),
        drafts: ['device-base'],
        words: ['device', 'forms'],
        keywords: 'base info name address jbxx jibenxinxi jbzx',
      },
      {
        path: '/device/netwrok',
        title: 'device_network',
        chapter: 'network',
        icon: NetworkIcon,
        page: () => import('./pages/device/netwrok/page.tsx'),
        drafts: ['network-', 'vpn-online'],
        words: ['network', 'forms', 'server_trust', 'device_said'],
        keywords: 'network ipv4 dns vpn wlsz wangluoshezhi',
      },
      { path: '/device/network', redirect: '/device/netwrok', hidden: true },
      {
        path: '/device/time',
        title: 'device_time',
        chapter: 'time',
        icon: ClockIcon,
        page: () => import('./pages/device/time/page.tsx'),
        drafts: ['device-time'],
        words: ['time', 'forms', 'range'],
        keywords: 'time ntp zone sjsz shijianshezhi',
      },
      {
        path: '/device/storage',
        title: 'device_storage',
        chapter: 'queue',
        icon: DiskIcon,
        page: () => import('./pages/device/storage/page.tsx'),
        drafts: ['retention'],
        words: ['disk', 'queue', 'resume', 'forms', 'device_said'],
        keywords: 'storage disk bdcc bendicunchu zzcckj',
      },
    ],
  },
  {
    path: '/system',
    roles: viewers,
    title: 'system',
    icon: WrenchIcon,
    redirect: '/system/log',
    children: [
      {
        path: '/system/alarms',
        title: 'system_alarms',
        section: 'daily',
        chapter: 'alarms',
        icon: WarnIcon,
        page: () => import('./pages/system/alarms/page.tsx'),
        words: ['alarms', 'device_said', 'resume', 'range'],
        keywords: 'alarms acknowledge silence gjzx gaojing jbzx jingbao',
      },
      {
        path: '/system/log',
        title: 'system_log',
        section: 'daily',
        chapter: 'logs',
        icon: LogIcon,
        page: () => import('./pages/system/log/page.tsx'),
        drafts: ['syslog'],
        words: ['log', 'audit', 'device_said', 'forms', 'range', 'server_trust'],
        keywords: 'log audit syslog xtrz xitongrizhi xtjl',
      },
      {
        path: '/system/acts',
        title: 'system_acts',
        section: 'daily',
        chapter: 'undo',
        icon: ClockIcon,
        page: () => import('./pages/system/acts/page.tsx'),
        words: ['acts'],
        keywords: 'acts undo history czls caozuolishi chexiao fuyuan czlc',
      },
      {
        path: '/install',
        title: 'install',
        section: 'device',
        chapter: 'handover',
        icon: CheckListIcon,
        roles: ['admin', 'operator'],
        page: () => import('./pages/install/page.tsx'),
        words: ['install', 'diagnose', 'home'],
        keywords: 'install handover sheet commission azyjj anzhuang jiaojie jjd',
      },
      {
        path: '/system/operation',
        title: 'system_operation',
        section: 'device',
        chapter: 'restart',
        icon: PowerIcon,
        page: () => import('./pages/system/operation/page.tsx'),
        drafts: ['restore-config'],
        words: ['operation', 'diagnose', 'install', 'forms'],
        tabs: { diagnose: 'tab=diagnose' },
        keywords: 'reboot restart restore factory cqhf chongqi huifu cxqd',
        views: [
          {
            search: 'tab=diagnose',
            title: 'system_diagnose',
            chapter: 'diagnose',
            icon: PulseIcon,
            keywords: 'diagnose check support bundle zd zhenduan zdyzcb zhichibao zz zzb',
          },
        ],
      },
      {
        path: '/system/application',
        title: 'system_application',
        section: 'software',
        chapter: 'update',
        icon: PackageIcon,
        page: () => import('./pages/system/application/page.tsx'),
        drafts: ['system-repository'],
        words: ['application', 'forms'],
        keywords: 'application version update software rjbb ruanjianbanben rtbb',
      },
      {
        path: '/system/models',
        title: 'system_models',
        section: 'software',
        chapter: 'models',
        icon: ImageIcon,
        roles: ['admin'],
        page: () => import('./pages/system/models/page.tsx'),
        words: ['models'],
        keywords: 'models detector onnx ai fxmx fenximoxing',
      },
      {
        path: '/system/users',
        title: 'system_users',
        section: 'access',
        chapter: 'users',
        icon: UsersIcon,
        roles: ['admin'],
        page: () => import('./pages/system/users/page.tsx'),
        words: ['people', 'log'],
        keywords: 'users roles accounts sessions yhyjs yonghu syzyjs yh',
      },
      {
        path: '/system/whitelist',
        title: 'system_whitelist',
        section: 'access',
        chapter: 'whitelist',
        icon: ShieldIcon,
        page: () => import('./pages/system/whitelist/page.tsx'),
        words: ['whitelist'],
        keywords: 'whitelist access fwbmd baimingdan cqbmd',
      },
      {
        path: '/system/certificate',
        title: 'system_certificate',
        section: 'access',
        chapter: 'certificate',
        icon: CertificateIcon,
        roles: ['admin'],
        page: () => import('./pages/system/certificate/page.tsx'),
        words: ['certificate'],
        keywords: 'certificate https tls ssl csr hsts zs zhengshu pz pingzheng',
      },
      {
        path: '/system/monitoring',
        title: 'system_monitoring',
        section: 'access',
        chapter: 'monitoring',
        icon: GaugeIcon,
        roles: ['admin', 'operator'],
        page: () => import('./pages/system/monitoring/page.tsx'),
        words: ['monitoring', 'people'],
        keywords: 'monitoring metrics prometheus grafana jkjr jiankong zhibiao jkzh',
      },
    ],
  },
  business_routes,
  {
    path: '/baseTemplate',
    redirect: '/index',
    hidden: true,
  },
  {
    path: '/index',
    title: 'setting',
    chapter: 'interface',
    icon: GearIcon,
    hidden: true,
    page: () => import('./pages/index/page.tsx'),
    words: ['setting'],
    keywords: 'setting interface theme size language jmsz jiemianshezhi',
  },
  {
    path: '/404',
    title: 'not_found',
    chapter: 'index',
    hidden: true,
    page: () => import('./pages/404/page.tsx'),
  },
  {
    path: '/401',
    title: 'no_permission',
    chapter: 'users',
    hidden: true,
    page: () => import('./pages/401/page.tsx'),
  },
  { path: '/redirect/*', hidden: true, page: () => import('./pages/redirect/page.tsx') },
]

/** The dictionaries of the shell itself, loaded before anything renders. */
export const shell_areas: readonly Area[] = ['shell', 'errors', 'codes']

/**
 * The row of a path and its parents, outermost first. A row matches its path or everything below a trailing
 * `/*`, by the router's rules: letter case and a trailing slash are ignored.
 */
export function trailOf(pathname: string, rows: readonly RouteRow[] = routes): readonly RouteRow[] {
  const path = pathname.replace(/(?<=.)\/+$/, '').toLowerCase()
  for (const row of rows) {
    const own = row.path.toLowerCase()
    if (own === path || (own.endsWith('/*') && path.startsWith(own.slice(0, -1)))) return [row]
    const below = row.children ? trailOf(pathname, row.children) : []
    if (below.length > 0) return [row, ...below]
  }
  return []
}

/** The page that `/` leads to: the check desk for users who see nothing of the device. */
export const homeOf = (roles: readonly Role[]): string =>
  roles.length === 0 || roles.some((role) => viewers.includes(role)) ? '/dashboard' : '/business/data/manual'

/** Every row, parents before children. */
export const flatRows = (rows: readonly RouteRow[] = routes): RouteRow[] => flattenRows(rows)

/** Spec §6: admin sees everything; others see rows that list no roles or one of theirs, at every level. */
export function rowsFor(roles: readonly Role[], rows: readonly RouteRow[] = routes): readonly RouteRow[] {
  if (roles.includes('admin')) return rows
  return rows
    .filter((row) => !row.roles || row.roles.some((role) => roles.includes(role)))
    .map((row) => (row.children ? { ...row, children: rowsFor(roles, row.children) } : row))
}
