import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Role } from '@veritrace/contract/endpoint'
import type { WorkspaceMember } from '@veritrace/contract/provenance/members'
import { UserMinus } from 'lucide-react'
import { useId, useState } from 'react'
import { RemoveMember } from '../../../../shared/remove-member/remove-member.tsx'
import { Avatar } from '../../../../ui/bits.tsx'
import { Button } from '../../../../ui/button.tsx'
import { day } from '../../../../ui/format.ts'
import { toast } from '../../../../ui/toast.tsx'
import { api, explain } from '../../../api.ts'
import { may } from '../../../shared/may.ts'
import { ROLES } from '../api-keys/labels.ts'

interface Props {
  member: WorkspaceMember
  all: readonly WorkspaceMember[]
  /** False if there are more pages. */
  isAll: boolean
}

export function MemberRow({ member, all, isAll }: Props) {
  const queries = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const reason = useId()
  const { id, role, email, joined_at } = member
  const name = nameOf(member)
  const stays = isAll && role === 'owner' && all.filter((one) => one.role === 'owner').length === 1
  const done = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['members'] }),
      queries.invalidateQueries({ queryKey: ['api-keys'] }),
    ])
  const change = useMutation({
    mutationFn: (next: Role) => api.members.changeRole({ params: { id }, body: { role: next } }),
    onSuccess: (changed) => {
      toast.ok(`${name} is now ${changed.role}`, 'Their keys are limited to that role too.')
      return done()
    },
    onError: (error) => toast.error('Could not change the role', explain(error)),
  })
  return (
    <tr>
      <th scope="row" className="px-4 py-2 text-left font-normal max-sm:w-full">
        <span className="flex items-center gap-2.5">
          <span className="max-sm:hidden">
            <Avatar name={name} />
          </span>
          <span className="min-w-0 wrap-anywhere">
            {name}
            {email !== name && <span className="block text-xs text-ink-3">{email}</span>}
            {stays && (
              <span id={reason} className="block text-xs text-ink-3">
                The only owner. Make someone else an owner first.
              </span>
            )}
          </span>
        </span>
      </th>
      <td className="px-2">
        <select
          aria-label={`Role of ${name}`}
          aria-describedby={stays ? reason : undefined}
          value={role}
          disabled={change.isPending || stays || !may(role)}
          onChange={({ target }) => change.mutate(target.value as Role)}
          className="h-8 rounded-md border border-line-control bg-surface px-2 text-sm disabled:bg-sunken coarse:h-11"
        >
          {ROLES.filter((one) => one.role === role || may(one.role)).map((one) => (
            <option key={one.role}>{one.role}</option>
          ))}
        </select>
      </td>
      <td className="px-2 whitespace-nowrap text-ink-2 max-sm:hidden">{day(joined_at)}</td>
      <td className="px-4 text-right max-sm:pl-0">
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Remove ${name}`}
          aria-describedby={stays ? reason : undefined}
          disabled={stays || !may(role)}
          onClick={() => setLeaving(true)}
        >
          <UserMinus />
        </Button>
        {isLeaving && (
          <RemoveMember
            member={{ id, name, role }}
            colleagues={all.filter((one) => one.id !== id).map((one) => ({ ...one, name: nameOf(one) }))}
            readHoldings={() => api.members.holdings({ params: { id } })}
            remove={(hand_over) => api.members.removal({ params: { id }, body: { hand_over } })}
            onClose={() => setLeaving(false)}
            onRemoved={done}
          />
        )}
      </td>
    </tr>
  )
}

const nameOf = ({ id, display_name, email }: WorkspaceMember): string => display_name || email || id
