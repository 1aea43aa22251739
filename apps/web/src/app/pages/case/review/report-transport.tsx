import { useMutation } from '@tanstack/react-query'
import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import { TRANSPORT_STATUSES, type TransportSummary } from '@veritrace/contract/casework/plan-transports'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field, Input, Select, TextArea } from '../../../../ui/field.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { api } from '../../../api.ts'
import { refusal } from '../../../shared/case/refusal.ts'
import { sentenceOf } from '../../../shared/case/words.ts'
import { useCase, useRefresh } from '../queries.ts'

interface Props {
  plan: CasePlan
  transport: TransportSummary
  onClose(): void
}
/** Reports the result of a transport. Its objects are compared with the plan. */
export function ReportDialog({ plan, transport, onClose }: Props) {
  const { id } = useCase()
  const refresh = useRefresh()
  const [status, setStatus] = useState<TransportSummary['status']>('succeeded')
  const [system, setSystem] = useState(transport.target.system ?? '')
  const [objects, setObjects] = useState('')
  const [log, setLog] = useState('')
  const report = useMutation({
    mutationFn: () =>
      api.planTransports.transport({
        params: { caseId: id, planId: plan.id },
        body: {
          transport_id: transport.id,
          status,
          ...(system.trim() && { system: system.trim() }),
          ...(objects.trim() && { object_list: objectsOf(objects) }),
          ...(log.trim() && { log_excerpt: log.trim() }),
        },
      }),
    onSuccess: async () => {
      await refresh()
      toast.ok('Result reported')
      onClose()
    },
    onError: (error) => toast.error('The result was not reported', refusal(error)),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    report.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Report transport result"
      footer={
        <Button variant="solid" type="submit" form="report" busy={report.isPending}>
          Report result
        </Button>
      }
    >
      <form id="report" onSubmit={onSubmit} className="flex flex-col gap-3">
        <div className="grid grid-cols-2 gap-3">
          <Field label="Status">
            <Select value={status} onChange={(event) => setStatus(event.target.value as typeof status)}>
              {TRANSPORT_STATUSES.map((one) => (
                <option key={one} value={one}>
                  {sentenceOf(one)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="System">
            <Input value={system} onChange={(event) => setSystem(event.target.value)} />
          </Field>
        </div>
        <Field label="Objects" hint="One per line, such as R3TR CLAS ZCL_ORDER">
          <TextArea
            value={objects}
            onChange={(event) => setObjects(event.target.value)}
            className="font-mono text-xs"
          />
        </Field>
        <Field label="Log excerpt">
          <TextArea value={log} onChange={(event) => setLog(event.target.value)} className="font-mono text-xs" />
        </Field>
      </form>
    </Dialog>
  )
}

const objectsOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((parts) => parts.length >= 2)
    .map((parts) => {
      const [obj_name = '', object = '', pgmid = 'R3TR'] = parts.toReversed()
      return { pgmid, object, obj_name }
    })
