import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CaseMember, RoleScope } from '@veritrace/contract/casework/access'
import { CASE_ROLES, type CaseRole } from '@veritrace/contract/casework/roles'
import { UserMinus } from 'lucide-react'
import { useId, useState } from 'react'
import { acting } from '../../../session/acting.ts'
import { More } from '../../../shared/more.tsx'
import { howMany, usePages } from '../../../shared/pages.ts'
import { RemoveMember } from '../../../shared/remove-member/remove-member.tsx'
import { Avatar, Card, CardHead } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { day } from '../../../ui/format.ts'
import { ScrollPane } from '../../../ui/scroll-pane.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { useManyWorkspaces } from '../../shared/workspaces/use-workspaces.ts'
import { ScopeChoice } from './scope-choice.tsx'

const PAGE = 200

export function Members() {
  const members = usePages(['members'], (at) => api.access.members({ query: { limit: PAGE, ...at } }))
  const many = useManyWorkspaces()
  const [chosen, setScope] = useState<RoleScope>('workspace')
  // With a single workspace, roles are given for the whole tenant, so that they also apply in workspaces created later.
  const scope = many ? chosen : 'tenant'
  return (
    <Card>
      <CardHead title="Members" hint={members.data && howMany(members.data)} />
      {many && (
        <div className="border-b border-line-row px-4 py-3">
          <ScopeChoice label="Roles you give here apply in" value={scope} onChange={setScope} />
        </div>
      )}
      <Loaded query={members}>
        {({ items, next }) => (
          <ScrollPane label="Members and their roles" className="overflow-x-auto">
            <table className="w-full text-sm">
              <caption className="sr-only">Members and their roles</caption>
              <thead className="text-left text-xs text-ink-3">
                <tr>
                  <th scope="col" className="px-4 py-2 font-medium">
                    Name
                  </th>
                  <th scope="col" className="px-2 font-medium">
                    Role
                  </th>
                  <th scope="col" className="px-2 font-medium max-sm:hidden">
                    Since
                  </th>
                  <th scope="col" className="px-4">
                    <span className="sr-only">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((member) => (
                  <MemberRow
                    key={member.id}
                    member={member}
                    all={items}
                    scope={scope}
                    showsScope={many}
                    cannotLeave={next === '' && isOnlyOwner(member, items)}
                  />
                ))}
              </tbody>
            </table>
          </ScrollPane>
        )}
      </Loaded>
      <More found={members} what="members" className="border-t border-line-row" />
    </Card>
  )
}

const isOnlyOwner = (member: CaseMember, all: readonly CaseMember[]): boolean =>
  member.tenant_role === 'owner' && all.filter(({ tenant_role }) => tenant_role === 'owner').length === 1

const asColleague = ({ id, name, tenant_role }: CaseMember) => ({ id, name, role: tenant_role })

const scopeLabel = ({ scope }: CaseMember): string =>
  scope === 'workspace'
    ? 'only in this workspace'
    : scope === 'tenant'
      ? 'in all workspaces'
      : 'follows the tenant role'

interface RowProps {
  member: CaseMember
  all: readonly CaseMember[]
  /** Where newly given roles apply. */
  scope: RoleScope
  showsScope: boolean
  /** True for the only owner, who cannot be removed. */
  cannotLeave: boolean
}
function MemberRow({ member, all, scope, showsScope, cannotLeave }: RowProps) {
  const queries = useQueryClient()
  const [removing, setRemoving] = useState(false)
  const reasonId = useId()
  const done = () => queries.invalidateQueries({ queryKey: ['members'] })
  const give = useMutation({
    mutationFn: (role: CaseRole) => api.access.giveRole({ body: { user_id: member.id, role, scope } }),
    onSuccess: ({ name, role }) => {
      toast.ok(`${name} now has the role ${role}`)
      return done()
    },
    onError: (error) => toast.error('The role was not changed', explain(error)),
  })
  // A casework admin who is not a tenant admin can only change casework roles.
  const mayRemove = acting?.role === 'admin' || acting?.role === 'owner'
  const isFixed = member.tenant_role === 'admin' || member.tenant_role === 'owner'
  return (
    <tr className="border-t border-line-row">
      <th scope="row" className="px-4 py-2 text-left font-normal max-sm:w-full">
        <span className="flex items-center gap-2.5">
          <span className="max-sm:hidden">
            <Avatar name={member.name} />
          </span>
          <span className="min-w-0 wrap-anywhere">
            {member.name}
            <span className="block text-xs text-ink-3">{member.email}</span>
            {cannotLeave && (
              <span id={reasonId} className="block text-xs text-ink-3">
                The only owner. Make another member an owner first.
              </span>
            )}
          </span>
        </span>
      </th>
      <td className="px-2 py-2">
        {isFixed ? (
          <span title="Tenant owners and admins are casework admins">admin ({member.tenant_role})</span>
        ) : (
          <select
            aria-label={`Role of ${member.name}`}
            value={member.role}
            disabled={give.isPending}
            onChange={(event) => give.mutate(event.target.value as CaseRole)}
            className="h-8 rounded-md border border-line-control bg-surface px-2 text-sm coarse:h-11"
          >
            {CASE_ROLES.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </select>
        )}
        {showsScope && !isFixed && <span className="mt-0.5 block text-xs text-ink-3">{scopeLabel(member)}</span>}
      </td>
      <td className="px-2 text-ink-2 max-sm:hidden">{day(member.joined_at)}</td>
      <td className="px-4 text-right max-sm:pl-0">
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Remove ${member.name}`}
          aria-describedby={cannotLeave ? reasonId : undefined}
          title={mayRemove ? undefined : 'Only tenant admins can remove members'}
          disabled={cannotLeave || !mayRemove}
          onClick={() => setRemoving(true)}
        >
          <UserMinus />
        </Button>
        {removing && (
          <RemoveMember
            member={asColleague(member)}
            colleagues={all.filter(({ id }) => id !== member.id).map(asColleague)}
            readHoldings={() => api.access.holdings({ params: { id: member.id } })}
            remove={(hand_over) => api.access.removal({ params: { id: member.id }, body: { hand_over } })}
            onClose={() => setRemoving(false)}
            onRemoved={done}
          />
        )}
      </td>
    </tr>
  )
}
