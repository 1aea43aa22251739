import {
  CreditCard,
  FileBadge,
  FileCheck2,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  Radar,
  ScrollText,
  Settings,
} from 'lucide-react'

export interface Place {
  label: string
  icon: LucideIcon
  to: '/' | '/pages' | '/requests' | '/evidence' | '/statements' | '/vendors' | '/audit-log' | '/billing' | '/settings'
  /** The key after G that opens the page. */
  key: string
}

/** Pages for daily work. */
export const WORK: readonly Place[] = [
  { label: 'Overview', icon: LayoutDashboard, to: '/', key: 'o' },
  { label: 'Trust pages', icon: FileBadge, to: '/pages', key: 'p' },
  { label: 'Requests', icon: Inbox, to: '/requests', key: 'r' },
  { label: 'Evidence', icon: FileCheck2, to: '/evidence', key: 'e' },
  { label: 'Vendors', icon: Radar, to: '/vendors', key: 'v' },
  { label: 'Statements', icon: Megaphone, to: '/statements', key: 's' },
]

/** Pages for administration. */
export const ADMIN: readonly Place[] = [
  { label: 'Audit log', icon: ScrollText, to: '/audit-log', key: 'l' },
  { label: 'Billing', icon: CreditCard, to: '/billing', key: 'b' },
  { label: 'Settings', icon: Settings, to: '/settings', key: 'x' },
]

export const PLACES: readonly Place[] = [...WORK, ...ADMIN]

export const placeOf = (path: string): Place | undefined =>
  PLACES.find(({ to }) => path === to || path.startsWith(`${to}/`))
