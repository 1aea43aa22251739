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
  to:
    | '/'
    | '/pages'
    | '/requests'
    | '/evidence'
    | '/statements'
    | '/vendors'
    | '/audit-log'
    | '/billing'
    | '/settings/organization'
  /** All addresses that belong to it begin so. */
  below: string
  /** After G. */
  key: string
}

const OVERVIEW: Place = { label: 'Overview', icon: LayoutDashboard, to: '/', below: '/', key: 'o' }

/** What the work is about. */
export const WORK: readonly Place[] = [
  OVERVIEW,
  { label: 'Trust pages', icon: FileBadge, to: '/pages', below: '/pages', key: 'p' },
  { label: 'Requests', icon: Inbox, to: '/requests', below: '/requests', key: 'r' },
  { label: 'Evidence', icon: FileCheck2, to: '/evidence', below: '/evidence', key: 'e' },
  { label: 'Vendors', icon: Radar, to: '/vendors', below: '/vendors', key: 'v' },
  { label: 'Statements', icon: Megaphone, to: '/statements', below: '/statements', key: 's' },
]

/** What looks after it. */
export const HOUSE: readonly Place[] = [
  { label: 'Audit log', icon: ScrollText, to: '/audit-log', below: '/audit-log', key: 'l' },
  { label: 'Billing', icon: CreditCard, to: '/billing', below: '/billing', key: 'b' },
  { label: 'Settings', icon: Settings, to: '/settings/organization', below: '/settings', key: 'x' },
]

export const PLACES: readonly Place[] = [...WORK, ...HOUSE]

export const placeOf = (path: string): Place | undefined =>
  PLACES.find(({ below }) => below !== '/' && (path === below || path.startsWith(`${below}/`))) ??
  (path === '/' ? OVERVIEW : undefined)
