import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Decision } from '@veritrace/contract/casework/decisions'
import { MAY } from '@veritrace/contract/casework/roles'
import { Gavel, RotateCw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { More } from '../../../shared/more.tsx'
import { usePages } from '../../../shared/pages.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm, Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, TextArea } from '../../../ui/field.tsx'
import { ago, day } from '../../../ui/format.ts'
import { Empty } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { usePackLabels } from '../../shared/resolution/use-pack-labels.ts'
import { useMay } from '../../shared/use-me.ts'

const KINDS: Record<Decision['kind'], string> = {
  overlay: 'Overlay for',
  successor_fit: 'Successor fit for',
  exemption: 'Exemption for',
  accept: 'Accepted for',
  reject: 'Rejected for',
}
const STATES: Record<Decision['status'], { label: string; tone: Tone }> = {
  active: { label: 'active', tone: 'positive' },
  expired: { label: 'expired', tone: 'caution' },
  revoked: { label: 'revoked', tone: 'neutral' },
}
const KEY = ['decision']
const PAGE = 100

export function DecisionsView({ kind }: { kind?: 'exemption' }) {
  const found = usePages([...KEY, kind], (at) =>
    api.decisions.list({ query: { limit: PAGE, ...(kind && { kind }), ...at } }),
  )
  return (
    <Card>
      <Loaded query={found}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={Gavel} title={kind ? 'No exemptions yet' : 'No decisions yet'}>
              {kind
                ? 'Accept a recommendation with an exemption in its case. Each exemption has an owner and an expiry date.'
                : 'This list shows overlays, successor fits, exemptions and decided recommendations with their reasons.'}
            </Empty>
          ) : (
            <ul>
              {items.map((decision) => (
                <DecisionRow key={decision.id} decision={decision} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <More found={found} className="border-t border-line-row" />
    </Card>
  )
}

function DecisionRow({ decision }: { decision: Decision }) {
  const { kind, artifact, rationale, by, at, expires_at, status, value } = decision
  const packLabels = usePackLabels()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t sm:items-start border-line-row px-4 py-3 text-sm first:border-t-0">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{KINDS[kind]}</span>
          <code className="font-mono text-xs">{artifact.name}</code>
          <span className="text-xs text-ink-3">{packLabels.type(artifact.type)}</span>
          {typeof value.level === 'string' && <span className="text-ink-2">level {value.level}</span>}
          {typeof value.verdict === 'string' && <span className="text-ink-2">{value.verdict} fit</span>}
          <Badge tone={STATES[status].tone}>{STATES[status].label}</Badge>
        </p>
        <p className="mt-0.5 text-ink-2">{rationale || 'No reason given.'}</p>
      </div>
      <div className="text-xs text-ink-3 max-sm:flex-1 sm:text-right">
        <p>
          {by}, {ago(at)}
        </p>
        {expires_at && (
          <p>
            {status === 'expired' ? 'expired' : 'expires'} {day(expires_at)}
          </p>
        )}
      </div>
      {status !== 'revoked' && <DecisionActions decision={decision} />}
    </li>
  )
}

function DecisionActions({ decision }: { decision: Decision }) {
  const may = useMay(MAY.decide)
  const [asking, setAsking] = useState<'revoke' | 'renew'>()
  const queries = useQueryClient()
  const done = () => {
    setAsking(undefined)
    void queries.invalidateQueries({ queryKey: ['readiness'] })
    return queries.invalidateQueries({ queryKey: KEY })
  }
  const revoke = useMutation({
    mutationFn: () => api.decisions.revoke({ params: { id: decision.id } }),
    onSuccess: done,
    onError: (error) => toast.error('Could not revoke the decision', explain(error)),
  })
  if (!may) return null
  const isRenewable = decision.kind === 'exemption' || decision.kind === 'overlay'
  return (
    <div className="flex gap-1">
      {isRenewable && (
        <Button variant="ghost" size="icon-sm" aria-label="Change expiry" onClick={() => setAsking('renew')}>
          <RotateCw />
        </Button>
      )}
      <Button variant="ghost" size="icon-sm" aria-label="Revoke" onClick={() => setAsking('revoke')}>
        <Undo2 />
      </Button>
      <Confirm
        open={asking === 'revoke'}
        onOpenChange={() => setAsking(undefined)}
        title="Revoke this decision?"
        action="Revoke decision"
        onConfirm={() => revoke.mutate()}
        busy={revoke.isPending}
      >
        The lists decide the level of {decision.artifact.name} again. The decision remains in the audit log.
      </Confirm>
      {asking === 'renew' && <Renew decision={decision} onClose={() => setAsking(undefined)} onDone={done} />}
    </div>
  )
}

function Renew({ decision, onClose, onDone }: { decision: Decision; onClose(): void; onDone(): unknown }) {
  const [end, setEnd] = useState('')
  const [rationale, setRationale] = useState('')
  const renew = useMutation({
    mutationFn: () =>
      api.decisions.renew({
        params: { id: decision.id },
        body: { expires_at: new Date(`${end}T23:59:59Z`).toISOString(), rationale },
      }),
    onSuccess: onDone,
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Change expiry of ${decision.artifact.name}`}
      footer={
        <Button
          variant="solid"
          disabled={!end || rationale.length < 10}
          busy={renew.isPending}
          onClick={() => renew.mutate()}
        >
          Change expiry
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label="New expiry date" required>
          <Input type="date" value={end} onChange={(event) => setEnd(event.target.value)} />
        </Field>
        <Field
          label="Reason"
          required
          hint="At least 10 characters"
          error={renew.error ? explain(renew.error) : undefined}
        >
          <TextArea value={rationale} onChange={(event) => setRationale(event.target.value)} />
        </Field>
      </div>
    </Dialog>
  )
}
