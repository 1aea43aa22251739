import { Link } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { acting } from '../../session/acting.ts'
import { PersonMenu } from '../../session/person-menu.tsx'
import { DropdownItem } from '../../ui/dropdown.tsx'
import { SETTINGS } from '../navigation.ts'
import { useMe } from '../shared/use-me.ts'

export function Person({ slim }: { slim: boolean }) {
  const { data: me } = useMe()
  return (
    <PersonMenu slim={slim} role={me?.role}>
      {me?.role === 'admin' && (
        <DropdownItem icon={<SETTINGS.icon />} render={<Link to={SETTINGS.to} />}>
          People and access
        </DropdownItem>
      )}
      {acting?.products.includes('provenance') && (
        <DropdownItem icon={<Building2 />} render={<a href="/workspace" />}>
          Company workspace
        </DropdownItem>
      )}
    </PersonMenu>
  )
}
