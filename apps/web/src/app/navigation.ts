import { Activity, FolderKanban, House, type LucideIcon, PencilRuler, Scale, Search, Settings } from 'lucide-react'

export interface Place {
  id: string
  label: string
  icon: LucideIcon
  to: '/home' | '/investigate' | '/cases' | '/studio' | '/govern' | '/operate/corpus' | '/settings/access'
  /** After G. */
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
export const SETTINGS: Place = { id: 'settings', label: 'Settings', icon: Settings, to: '/settings/access', key: 'x' }

export const placeOf = (path: string): Place | undefined => [...PLACES, SETTINGS].find(({ to }) => path.startsWith(to))
