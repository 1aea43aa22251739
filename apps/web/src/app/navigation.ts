import {
  Activity,
  FolderKanban,
  GitCompareArrows,
  House,
  Library,
  ListChecks,
  type LucideIcon,
  PencilRuler,
  Scale,
  Search,
  Settings,
  Waypoints,
} from 'lucide-react'

export interface Place {
  id: string
  label: string
  icon: LucideIcon
  to: '/home' | '/investigate' | '/cases' | '/studio' | '/govern' | '/operate/corpus' | '/settings/access'
  /** Path prefix of its pages. Default: `to`. */
  within?: string
  /** Shortcut: this key after G. */
  key: string
}

export const PLACES: readonly Place[] = [
  { id: 'home', label: 'Home', icon: House, to: '/home', key: 'h' },
  { id: 'investigate', label: 'Investigate', icon: Search, to: '/investigate', key: 'i' },
  { id: 'cases', label: 'Cases', icon: FolderKanban, to: '/cases', key: 'c' },
  { id: 'studio', label: 'Studio', icon: PencilRuler, to: '/studio', key: 's' },
  { id: 'govern', label: 'Govern', icon: Scale, to: '/govern', key: 'g' },
  { id: 'operate', label: 'Operate', icon: Activity, to: '/operate/corpus', key: 'o' },
]
export const SETTINGS: Place = {
  id: 'settings',
  label: 'Settings',
  icon: Settings,
  to: '/settings/access',
  within: '/settings',
  key: 'x',
}

/** Views of pages that the palette lists like pages. */
export const VIEWS = [
  { label: 'Corpus', icon: Library, to: '/investigate', search: { tab: 'corpus' } },
  { label: 'Compare releases', icon: GitCompareArrows, to: '/investigate', search: { tab: 'compare' } },
  { label: 'Dependency graph', icon: Waypoints, to: '/investigate', search: { tab: 'graph' } },
  { label: 'Look up a list of names', icon: ListChecks, to: '/investigate', search: { view: 'bulk' } },
  { label: 'Controls', icon: Scale, to: '/govern', search: { view: 'controls' } },
  { label: 'Exemptions', icon: Scale, to: '/govern', search: { view: 'exemptions' } },
  { label: 'Decisions', icon: Scale, to: '/govern', search: { view: 'decisions' } },
  { label: 'Rules', icon: Scale, to: '/govern', search: { view: 'rules' } },
] as const

export const placeOf = (path: string): Place | undefined =>
  [...PLACES, SETTINGS].find(({ to, within = to }) => path.startsWith(within))
