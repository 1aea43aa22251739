import { useMutation } from '@tanstack/react-query'
import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import { type NewTransport, TRANSPORT_KINDS } from '@veritrace/contract/casework/plan-transports'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field, Input, Select } from '../../../../ui/field.tsx'
import { plural } from '../../../../ui/format.ts'
import { toast } from '../../../../ui/toast.tsx'
import { api } from '../../../api.ts'
import { refusal } from '../../../shared/case/refusal.ts'
import { useCase, useRefresh } from '../queries.ts'
import { Scope } from './scope-check.tsx'

type Kind = (typeof TRANSPORT_KINDS)[number]
const LABELS: Record<Kind, string> = {
  cts: 'CTS transport request',
  ctms: 'Cloud Transport Management',
  git: 'Git repository',
  tracker: 'Issue tracker',
  webhook: 'Webhook',
  file: 'File',
}

/** Can show a dry run before it creates the transport. */
export function NewTransportDialog({ plan, onClose }: { plan: CasePlan; onClose(): void }) {
  const { id } = useCase()
  const refresh = useRefresh()
  const [kind, setKind] = useState<Kind>('cts')
  const [system, setSystem] = useState('')
  const [requests, setRequests] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const body: NewTransport = {
    kind,
    ...(selected.size > 0 && { item_ids: [...selected] }),
    ...(system.trim() && { target: targetOf(kind, system.trim()) }),
    ...(requests.trim() && {
      requests: requests
        .trim()
        .split(/[\s,]+/)
        .map((request) => ({ id: request })),
    }),
    ...(kind === 'file' && { format: 'csv' as const }),
  }
  const send = (dry_run: boolean) =>
    api.planTransports.transport({ params: { caseId: id, planId: plan.id }, body: { ...body, dry_run } })
  const dryRun = useMutation({
    mutationFn: () => send(true),
    onError: (error) => toast.error('The dry run failed', refusal(error)),
  })
  const create = useMutation({
    mutationFn: () => send(false),
    onSuccess: async () => {
      await refresh()
      toast.ok('Transport created')
      onClose()
    },
    onError: (error) => toast.error('The transport was not created', refusal(error)),
  })
  const shown = dryRun.data
  const toggle = (item: string) => {
    const next = new Set(selected)
    if (!next.delete(item)) next.add(item)
    setSelected(next)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New transport"
      description={selected.size > 0 ? plural(selected.size, 'item') : 'All items of the plan'}
      footer={
        <>
          <Button busy={dryRun.isPending} onClick={() => dryRun.mutate()}>
            Dry run
          </Button>
          <Button variant="solid" busy={create.isPending} onClick={() => create.mutate()}>
            Create transport
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label="Kind">
          <Select value={kind} onChange={(event) => setKind(event.target.value as Kind)}>
            {TRANSPORT_KINDS.map((one) => (
              <option key={one} value={one}>
                {LABELS[one]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={TARGET_LABELS[kind]}>
          <Input value={system} onChange={(event) => setSystem(event.target.value)} />
        </Field>
        <Field label="Transport requests" hint="Comma-separated, if they already exist">
          <Input value={requests} onChange={(event) => setRequests(event.target.value)} placeholder="DEVK900123" />
        </Field>
        <fieldset className="max-h-48 overflow-y-auto rounded-md border p-2">
          <legend className="px-1 text-sm font-medium">Items (default: all)</legend>
          {plan.items.map((item) => (
            <label key={item.id} className="flex min-h-7 items-start gap-2 text-sm">
              <input
                type="checkbox"
                className="mt-1"
                checked={selected.has(item.id)}
                onChange={() => toggle(item.id)}
              />
              <span className="break-words">{item.title}</span>
            </label>
          ))}
        </fieldset>
        {shown && (
          <section aria-label="Dry run" className="rounded-md border bg-sunken p-3 text-sm">
            <p className="font-medium">{plural(shown.manifest.objects.length, 'object')} would be transported</p>
            <Scope check={shown.scope_check} />
            <ul className="mt-1 list-disc pl-5 text-xs text-ink-2">
              {shown.manifest.check_list.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}

const TARGET_LABELS: Record<Kind, string> = {
  cts: 'System',
  ctms: 'System',
  git: 'Repository',
  tracker: 'Project key',
  webhook: 'Webhook ID',
  file: 'System',
}

function targetOf(kind: Kind, text: string): NonNullable<NewTransport['target']> {
  if (kind === 'git') return { repo: text }
  if (kind === 'tracker') return { project_key: text }
  return kind === 'webhook' ? { webhook_id: text } : { system: text }
}
