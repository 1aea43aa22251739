import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RoleScope } from '@veritrace/contract/casework/access'
import { CASE_ROLES, type CaseRole } from '@veritrace/contract/casework/roles'
import { Copy, MailPlus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { More } from '../../../shared/more.tsx'
import { usePages } from '../../../shared/pages.ts'
import { useOnce } from '../../../shared/use-once.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { ago } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { useManyWorkspaces } from '../../shared/workspaces/use-workspaces.ts'
import { ScopeChoice } from './scope-choice.tsx'

const KEY = ['invites']
const PAGE = 100

export function Invites() {
  const invites = usePages(KEY, (at) => api.access.invites({ query: { limit: PAGE, ...at } }))
  return (
    <Card>
      <CardHead title="Invitations" hint="Each link works once and expires after 7 days" />
      <InviteForm />
      <Loaded query={invites}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="border-t border-line-row px-4 py-3 text-sm text-ink-3">No open invitations.</p>
          ) : (
            <ul>
              {items.map(({ id, email, role, status, expires_at }) => (
                <li key={id} className="flex flex-wrap items-center gap-2 border-t border-line-row px-4 py-2 text-sm">
                  <span className="min-w-0 flex-1 basis-60 wrap-anywhere">{email}</span>
                  <span className="text-ink-2">{role}</span>
                  <Badge tone={status === 'expired' ? 'caution' : 'neutral'}>{status}</Badge>
                  <span className="text-xs text-ink-3">
                    {status === 'expired' ? 'expired' : 'expires'} {ago(expires_at)}
                  </span>
                  <Revoke id={id} email={email} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <More found={invites} what="invitations" className="border-t border-line-row" />
    </Card>
  )
}

function InviteForm() {
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<CaseRole>('analyst')
  const [chosen, setScope] = useState<RoleScope>('tenant')
  const many = useManyWorkspaces()
  const scope = many ? chosen : 'tenant'
  const [link, setLink] = useState('')
  const invite = useMutation({
    mutationFn: () => api.access.invite({ body: { email, role, scope } }),
    onSuccess: (created) => {
      setEmail('')
      setLink(created.link ?? '')
      return queries.invalidateQueries({ queryKey: KEY })
    },
  })
  const inviteOnce = useOnce(() => invite.mutateAsync())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    inviteOnce()
  }
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    toast.ok('Link copied')
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3 px-4 py-3">
      <div className="min-w-56 flex-1 max-sm:basis-full">
        <Field label="Email" error={invite.error ? explain(invite.error) : undefined}>
          <Input type="email" required value={email} onChange={(event) => setEmail(event.target.value)} />
        </Field>
      </div>
      <Field label="Role">
        <Select value={role} onChange={(event) => setRole(event.target.value as CaseRole)}>
          {CASE_ROLES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
      {many && <ScopeChoice label="Role applies in" value={scope} onChange={setScope} />}
      <Button type="submit" variant="solid" busy={invite.isPending}>
        <MailPlus /> Invite
      </Button>
      {link && (
        <p className="flex w-full items-center gap-2 rounded-md border bg-sunken px-3 py-2 text-sm" role="status">
          <span className="min-w-0 flex-1 truncate font-mono text-xs">{link}</span>
          <Button type="button" size="sm" onClick={copy}>
            <Copy /> Copy
          </Button>
        </p>
      )}
    </form>
  )
}

function Revoke({ id, email }: { id: string; email: string }) {
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => api.access.revokeInvite({ params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
    onError: (error) => toast.error('The invitation was not revoked', explain(error)),
  })
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={`Revoke the invitation for ${email}`}
      busy={revoke.isPending}
      onClick={() => revoke.mutate()}
    >
      <X />
    </Button>
  )
}
