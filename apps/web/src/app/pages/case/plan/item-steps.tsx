import type { CasePlan, CasePlanItem } from '@veritrace/contract/casework/case-plans'
import { MAY } from '@veritrace/contract/casework/roles'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field, Input, TextArea } from '../../../../ui/field.tsx'
import { useMay } from '../../../shared/use-me.ts'
import { ITEM_STEPS } from './states.ts'
import { useStep } from './use-step.ts'

type ItemStepName = CasePlanItem['allowed_transitions'][number]
export interface AskedStep {
  item: CasePlanItem
  name: ItemStepName
}

/** A button for each transition; dragging the item does the same. */
export function ItemSteps({ item, onAsk }: { item: CasePlanItem; onAsk(step: AskedStep): void }) {
  const may = useMay(MAY.decide)
  if (!may || item.allowed_transitions.length === 0) return null
  return (
    <span className="flex flex-wrap gap-1">
      {item.allowed_transitions.map((name) => (
        <Button key={name} size="sm" onClick={() => onAsk({ item, name })}>
          {ITEM_STEPS[name].label}
        </Button>
      ))}
    </span>
  )
}

/** Makes a transition immediately, or first asks for the input that it needs. */
export function useItemSteps(plan: CasePlan) {
  const step = useStep(plan)
  const [asked, setAsked] = useState<AskedStep>()
  const ask = (wanted: AskedStep) => {
    if (ITEM_STEPS[wanted.name].asks) setAsked(wanted)
    else step.mutate({ transition: wanted.name, item_ids: [wanted.item.id] })
  }
  const dialog = asked && (
    <StepDialog
      asked={asked}
      onClose={() => setAsked(undefined)}
      onStep={(more) => {
        step.mutate({ transition: asked.name, item_ids: [asked.item.id], ...more })
        setAsked(undefined)
      }}
    />
  )
  return { ask, dialog, isBusy: step.isPending }
}

interface StepDialogProps {
  asked: AskedStep
  onClose(): void
  onStep(more: { reason?: string; actuals?: Record<string, number> }): void
}
function StepDialog({ asked: { item, name }, onClose, onStep }: StepDialogProps) {
  const { label, asks } = ITEM_STEPS[name]
  const [text, setText] = useState('')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (asks === 'reason') return onStep({ reason: text.trim() })
    onStep(text === '' ? {} : { actuals: { [item.id]: Number(text) } })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={label}
      description={item.title}
      footer={
        <Button variant="solid" type="submit" form="item-step">
          {label}
        </Button>
      }
    >
      <form id="item-step" onSubmit={onSubmit}>
        {asks === 'reason' ? (
          <Field label="Reason" required>
            <TextArea value={text} onChange={(event) => setText(event.target.value)} required />
          </Field>
        ) : (
          <Field label="Actual effort (person-days)" hint="Calibrates later estimates">
            <Input type="number" min={0} step={0.25} value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
        )}
      </form>
    </Dialog>
  )
}
