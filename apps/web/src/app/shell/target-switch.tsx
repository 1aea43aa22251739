import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, Crosshair, TriangleAlert } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Dropdown, DropdownItem, DropdownLabel } from '../../ui/dropdown.tsx'
import { api } from '../api.ts'
import { usePack } from '../shared/use-pack.ts'
import { shortLabel, useTarget } from '../shared/use-target.ts'

/** Edition and release, always visible, because every level depends on them. */
export function TargetSwitch() {
  const { id, targets } = useTarget()
  const { pack } = usePack()
  const navigate = useNavigate()
  const status = useQuery({ queryKey: ['corpus-status'], queryFn: () => api.corpus.status(), staleTime: 60_000 })
  const current = targets.find(({ profile_id }) => profile_id === (id ?? pack?.default_target)) ?? (pack && targets[0])
  const oldest = status.data?.oldest_catalog
  const isStale = (oldest?.age_days ?? 0) > 120
  return (
    <Dropdown
      className="min-w-64"
      trigger={
        <Button
          variant={isStale ? 'soft' : 'ghost'}
          className={isStale ? 'bg-caution-soft text-caution hover:text-caution' : ''}
          aria-label={`Target: ${current?.label ?? 'loading'}${isStale ? ', outdated list' : ''}`}
        >
          {isStale ? <TriangleAlert /> : <Crosshair />}
          <span className="min-w-40 truncate text-left max-sm:hidden" title={current?.label}>
            {current ? shortLabel(current.label, targets) : 'Target'}
          </span>
          <ChevronsUpDown className="size-3.5! text-ink-3" />
        </Button>
      }
    >
      <DropdownLabel>{isStale ? `The oldest list is ${oldest?.age_days} days old` : 'Target'}</DropdownLabel>
      {targets.map((target) => (
        <DropdownItem
          key={target.profile_id}
          checked={target.profile_id === current?.profile_id}
          hint={`Acceptable levels: ${target.policy.acceptable.join(', ')}`}
          onClick={() => navigate({ to: '.', search: (prev) => ({ ...prev, target: target.profile_id }) })}
        >
          {target.label}
        </DropdownItem>
      ))}
    </Dropdown>
  )
}
