import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiKey } from '@veritrace/contract/provenance/access'
import { useState } from 'react'
import { useOnce } from '../../../../shared/use-once.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { cn } from '../../../../ui/cn.ts'
import { Confirm } from '../../../../ui/dialog.tsx'
import { Field, Input } from '../../../../ui/field.tsx'
import { day, moment } from '../../../../ui/format.ts'
import { toast } from '../../../../ui/toast.tsx'
import { api, explain } from '../../../api.ts'
import { Ago } from '../../../shared/ago.tsx'
import { mayText } from './labels.ts'

const CELL = 'border-b border-line-row px-2 py-2.5 align-top first:pl-4 last:pr-4'

export function KeyRow({ apiKey, nameOf }: { apiKey: ApiKey; nameOf(id: string): string }) {
  const { name, prefix, status, created_at, created_by, owner_id, expires_at, last_used_at, last_used_ip } = apiKey
  const isOver = status !== 'active'
  const used = last_used_at ? <Ago at={last_used_at} /> : 'never used'
  const ends = expires_at ? day(expires_at) : 'never'
  return (
    <tr className={cn(isOver && 'text-ink-3')}>
      <th scope="row" className={cn(CELL, 'text-left font-normal')}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className={cn('font-medium wrap-anywhere', isOver && 'line-through')}>{name}</span>
          {isOver && (
            <Badge tone={status === 'expired' ? 'caution' : 'neutral'} title={whyOver(apiKey, nameOf)}>
              {status}
            </Badge>
          )}
        </span>
        <span className="block font-mono text-xs text-ink-3">vk_{prefix}_…</span>
        {apiKey.capped && (
          <Badge tone="caution" title={whyCapped(apiKey, nameOf)}>
            {apiKey.effective_role ? `only ${apiKey.effective_role}` : 'inactive'}
          </Badge>
        )}
        {apiKey.capped && <span className="block text-xs text-ink-3">{whyCapped(apiKey, nameOf)}</span>}
        {status === 'revoked' && <span className="block text-xs text-ink-3">{whyOver(apiKey, nameOf)}</span>}
        <span className="block text-xs text-ink-2 md:hidden">
          {mayText(apiKey)}; {used}; expires {ends}
        </span>
      </th>
      <td className={cn(CELL, 'max-md:hidden')}>
        {mayText(apiKey)}
        {apiKey.allowed_cidrs.length > 0 && (
          <span className="block font-mono text-xs text-ink-3">from {apiKey.allowed_cidrs.join(', ')}</span>
        )}
      </td>
      <td className={cn(CELL, 'max-lg:hidden')}>
        <Ago at={created_at} />
        <span className="block text-xs text-ink-3 wrap-anywhere">by {nameOf(created_by)}</span>
        {owner_id !== created_by && (
          <span className="block text-xs text-ink-3 wrap-anywhere">transferred to {nameOf(owner_id)}</span>
        )}
      </td>
      <td className={cn(CELL, 'max-md:hidden')}>
        {used}
        {last_used_ip && <span className="block font-mono text-xs text-ink-3">{last_used_ip}</span>}
      </td>
      <td className={cn(CELL, 'whitespace-nowrap max-md:hidden')}>{ends}</td>
      <td className={cn(CELL, 'text-right')}>{status !== 'revoked' && <Revoke apiKey={apiKey} />}</td>
    </tr>
  )
}

const whyCapped = ({ capped, effective_role, owner_id }: ApiKey, nameOf: (id: string) => string): string =>
  capped === 'owner_has_less'
    ? `Limited because its owner, ${nameOf(owner_id)}, has the role ${effective_role}`
    : `Its owner, ${nameOf(owner_id)}, is no longer a member`

function whyOver(
  { status, expires_at, revoked_at, revoked_by, revoke_reason }: ApiKey,
  nameOf: (id: string) => string,
) {
  if (status === 'expired') return expires_at ? `Expired ${moment(expires_at)}` : undefined
  return revoked_at
    ? `Revoked ${day(revoked_at)}${revoked_by ? ` by ${nameOf(revoked_by)}` : ''}${revoke_reason ? `: ${revoke_reason}` : ''}`
    : undefined
}

function Revoke({ apiKey: { id, name, last_used_at } }: { apiKey: ApiKey }) {
  const queries = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const [reason, setReason] = useState('')
  const revoke = useMutation({
    mutationFn: () => api.apiKeys.revoke({ params: { id }, query: reason.trim() ? { reason: reason.trim() } : {} }),
    onSuccess: () => {
      setAsked(false)
      toast.ok(`“${name}” revoked`)
      return queries.invalidateQueries({ queryKey: ['api-keys'] })
    },
    onError: (error) => toast.error(`Could not revoke “${name}”`, explain(error)),
  })
  const revokeOnce = useOnce(() => revoke.mutateAsync())
  return (
    <>
      <Button size="sm" aria-label={`Revoke ${name}`} onClick={() => setAsked(true)}>
        Revoke
      </Button>
      <Confirm
        open={isAsked}
        onOpenChange={setAsked}
        title={`Revoke ${name}?`}
        action="Revoke"
        busy={revoke.isPending}
        onConfirm={revokeOnce}
      >
        <p>
          Programs that use this key, or keys created with it, stop working within seconds. You cannot undo this.{' '}
          {last_used_at ? (
            <>
              It was last used <Ago at={last_used_at} />.
            </>
          ) : (
            'It was never used.'
          )}
        </p>
        <div className="mt-3 text-ink">
          <Field label="Reason" hint="Optional; recorded in the audit log">
            <Input value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
          </Field>
        </div>
      </Confirm>
    </>
  )
}
