import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Role } from '@veritrace/contract/endpoint'
import { type FormEvent, useState } from 'react'
import { acting } from '../../../../session/acting.ts'
import { useOnce } from '../../../../shared/use-once.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field, Input, Select, TextArea } from '../../../../ui/field.tsx'
import { day } from '../../../../ui/format.ts'
import { api } from '../../../api.ts'
import { may } from '../../../shared/may.ts'
import { problemAt } from '../../../shared/refusal.ts'
import { Refusal } from '../shared/refusal.tsx'
import { PRODUCTS, ROLES } from './labels.ts'

const DAY_MS = 86_400_000
const ENDS = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'day', label: 'Custom date…' },
]
const FIELDS = ['name', 'allowed_cidrs', 'expires_at'] as const
type Scope = '' | 'read' | 'write'

export function NewKey({ onClose, onMade }: { onClose(): void; onMade(secret: string): void }) {
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const [scopes, setScopes] = useState<Readonly<Record<string, Scope>>>()
  const [ends, setEnds] = useState('90')
  const [lastDay, setLastDay] = useState('')
  const [ranges, setRanges] = useState('')
  const products = acting?.products ?? ['provenance']
  const chosen = Object.entries(scopes ?? {}).flatMap(([product, scope]) => (scope ? [`${product}:${scope}`] : []))
  const expires = endOf(ends, lastDay)
  const make = useMutation({
    mutationFn: () =>
      api.apiKeys.create({
        body: {
          name: name.trim(),
          role,
          scopes: chosen,
          allowed_cidrs: [...new Set(ranges.split(/[\s,]+/).filter(Boolean))],
          expires_at: expires?.toISOString() ?? null,
        },
      }),
    onSuccess: async ({ secret }) => {
      await queries.invalidateQueries({ queryKey: ['api-keys'] })
      onMade(secret ?? '')
    },
  })
  const makeOnce = useOnce(() => make.mutateAsync())
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    makeOnce()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New API key"
      description="Create one per program, with only the access it needs. A key can never do more than you can."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="solid"
            type="submit"
            form="new-key"
            busy={make.isPending}
            disabled={scopes !== undefined && chosen.length === 0}
          >
            Create key
          </Button>
        </>
      }
    >
      <form
        id="new-key"
        onSubmit={onSubmit}
        onChange={() => make.isError && make.reset()}
        className="flex flex-col gap-4"
      >
        <Field
          label="Name"
          required
          hint="The program that uses it"
          error={problemAt(make.error, 'name', 'Enter a name.')}
        >
          <Input value={name} onChange={({ target }) => setName(target.value)} required maxLength={100} />
        </Field>
        <Field label="Role" hint={`The ${role} role ${ROLES.find((one) => one.role === role)?.text}.`}>
          <Select value={role} onChange={({ target }) => setRole(target.value as Role)}>
            {ROLES.filter((one) => may(one.role)).map((one) => (
              <option key={one.role}>{one.role}</option>
            ))}
          </Select>
        </Field>
        <fieldset className="flex flex-col gap-1.5 text-sm">
          <legend className="pb-1 font-medium">Scopes</legend>
          <label className="flex min-h-6 items-center gap-2 coarse:min-h-10">
            <input type="radio" name="scopes" checked={!scopes} onChange={() => setScopes(undefined)} />
            Everything the role allows
          </label>
          <label className="flex min-h-6 items-center gap-2 coarse:min-h-10">
            <input
              type="radio"
              name="scopes"
              checked={scopes !== undefined}
              onChange={() => setScopes({ provenance: 'read' })}
            />
            Selected scopes only
          </label>
          {scopes && (
            <div className="flex flex-col gap-2 border-l-2 border-line-row pl-4">
              {products.map((product) => (
                <Field key={product} label={PRODUCTS[product] ?? product}>
                  <Select
                    value={scopes[product] ?? ''}
                    onChange={({ target }) => setScopes({ ...scopes, [product]: target.value as Scope })}
                  >
                    <option value="">No access</option>
                    <option value="read">Read ({product}:read)</option>
                    <option value="write">Read and write ({product}:write)</option>
                  </Select>
                </Field>
              ))}
              {chosen.length === 0 && <p className="text-xs text-critical">Select at least one.</p>}
            </div>
          )}
        </fieldset>
        <Field
          label="Expires in"
          hint={`${expires ? `Works until ${day(expires.toISOString())}` : 'Up to 1 year'}, or until you leave the workspace`}
          error={problemAt(make.error, 'expires_at')}
        >
          <Select value={ends} onChange={({ target }) => setEnds(target.value)}>
            {ENDS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        {ends === 'day' && (
          <Field label="Last day" required>
            <Input
              type="date"
              required
              min={new Date().toLocaleDateString('sv')}
              max={new Date(Date.now() + 365 * DAY_MS).toLocaleDateString('sv')}
              value={lastDay}
              onChange={({ target }) => setLastDay(target.value)}
            />
          </Field>
        )}
        <Field
          label="Allowed IP addresses"
          hint="One address or range per line, such as 198.51.100.0/24. Default: any address"
          error={problemAt(make.error, 'allowed_cidrs')}
        >
          <TextArea value={ranges} onChange={({ target }) => setRanges(target.value)} rows={2} className="font-mono" />
        </Field>
        <Refusal error={make.error} fields={FIELDS} />
      </form>
    </Dialog>
  )
}

/** A day includes all of it, in the user's time zone. */
function endOf(ends: string, lastDay: string): Date | undefined {
  if (ends === 'day') return lastDay ? new Date(`${lastDay}T23:59:59`) : undefined
  return new Date(Date.now() + Number(ends) * DAY_MS)
}
