import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import type { TransportSummary } from '@veritrace/contract/casework/plan-transports'
import { MAY } from '@veritrace/contract/casework/roles'
import { Truck } from 'lucide-react'
import { useState } from 'react'
import { Status, type Tone } from '../../../../ui/badge.tsx'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { Button } from '../../../../ui/button.tsx'
import { ago, plural } from '../../../../ui/format.ts'
import { sentenceOf } from '../../../shared/case/words.ts'
import { useMay } from '../../../shared/use-me.ts'
import { NewTransportDialog } from './new-transport.tsx'
import { ReportDialog } from './report-transport.tsx'
import { Scope } from './scope-check.tsx'

const TRANSPORT_TONES: Record<TransportSummary['status'], Tone> = {
  prepared: 'neutral',
  sent: 'info',
  running: 'info',
  succeeded: 'positive',
  warning: 'caution',
  failed: 'critical',
  cancelled: 'neutral',
}
const TRANSPORTABLE: readonly CasePlan['state'][] = ['approved', 'in_delivery']

export function Transports({ plan }: { plan: CasePlan }) {
  const may = useMay(MAY.decide)
  const [creating, setCreating] = useState(false)
  const [reported, setReported] = useState<TransportSummary>()
  const isPossible = TRANSPORTABLE.includes(plan.state)
  return (
    <Card>
      <CardHead
        title="Transports"
        hint={`${plan.transports.length}`}
        actions={
          <Button size="sm" disabled={!may || !isPossible} onClick={() => setCreating(true)}>
            <Truck />
            New transport
          </Button>
        }
      />
      {!isPossible && (
        <p className="px-4 pt-3 text-xs text-ink-2">
          You can create transports once the plan is approved. Its state is {sentenceOf(plan.state).toLowerCase()}.
        </p>
      )}
      {plan.transports.length === 0 ? (
        <p className="p-4 text-sm text-ink-2">No transports yet.</p>
      ) : (
        <ul className="divide-y divide-line-row">
          {plan.transports.map((transport) => (
            <li key={transport.id} className="flex flex-col gap-1 px-4 py-2.5 text-sm">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{transport.kind}</span>
                <span className="font-mono text-xs text-ink-2">
                  {transport.target.system ?? transport.target.repo ?? transport.target.project_key ?? ''}
                </span>
                <Status tone={TRANSPORT_TONES[transport.status]}>{sentenceOf(transport.status)}</Status>
                <span className="ml-auto text-xs text-ink-3">{ago(transport.updated_at)}</span>
              </p>
              <p className="text-xs text-ink-2">
                {plural(transport.item_ids.length, 'item')}, {plural(transport.manifest.objects, 'object')}
              </p>
              <Scope check={transport.scope_check} />
              {may && (
                <Button size="sm" className="self-start" onClick={() => setReported(transport)}>
                  Report result
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {creating && <NewTransportDialog plan={plan} onClose={() => setCreating(false)} />}
      {reported && <ReportDialog plan={plan} transport={reported} onClose={() => setReported(undefined)} />}
    </Card>
  )
}
