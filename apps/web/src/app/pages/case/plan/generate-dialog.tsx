import { useMutation } from '@tanstack/react-query'
import { GRANULARITIES } from '@veritrace/contract/casework/plan'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field, Input, Select } from '../../../../ui/field.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { api } from '../../../api.ts'
import { CapacityFields, constraintsOf, USUAL_CAPACITY } from '../../../shared/case/capacity-fields.tsx'
import { type Objective, ObjectiveField } from '../../../shared/case/objective-field.tsx'
import { refusal } from '../../../shared/case/refusal.ts'
import { sentenceOf } from '../../../shared/case/words.ts'
import { useCase, useRecommendations, useRefresh } from '../queries.ts'
import { useGoPhase } from '../search.ts'

const FROM = {
  accepted: 'Accepted recommendations',
  accepted_and_proposed: 'Accepted and undecided recommendations',
} as const
type From = keyof typeof FROM

/** Drafts a plan from the recommendations. Earlier plans remain. */
export function GenerateDialog({ onClose }: { onClose(): void }) {
  const { id, counters, title: caseTitle } = useCase()
  const refresh = useRefresh()
  const go = useGoPhase()
  const [title, setTitle] = useState('')
  const hasAccepted = useRecommendations().data?.some(({ status }) => status === 'accepted') ?? true
  const [chosen, setFrom] = useState<From>()
  // The server refuses a plan of accepted recommendations if there are none.
  const from = chosen ?? (hasAccepted ? 'accepted' : 'accepted_and_proposed')
  const [objective, setObjective] = useState<Objective>('balanced')
  const [granularity, setGranularity] = useState<(typeof GRANULARITIES)[number]>('pattern')
  const [capacity, setCapacity] = useState(USUAL_CAPACITY)
  const generate = useMutation({
    mutationFn: () =>
      api.casePlans.generate({
        params: { caseId: id },
        body: {
          ...(title.trim() && { title: title.trim() }),
          from,
          objective,
          granularity,
          seed: 1,
          constraints: constraintsOf(capacity),
        },
      }),
    onSuccess: async (plan) => {
      toast.ok(`Plan ${plan.number} drafted`)
      await refresh()
      onClose()
      await go('plan', { plan: plan.id })
    },
    onError: (error) => toast.error('The plan was not drafted', refusal(error)),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    generate.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Generate plan"
      footer={
        <Button variant="solid" type="submit" form="generate-plan" busy={generate.isPending}>
          Generate
        </Button>
      }
    >
      <form id="generate-plan" onSubmit={onSubmit} className="flex flex-col gap-3">
        <Field label="Title">
          <Input
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            maxLength={200}
            placeholder={`Plan ${counters.plans + 1} for ${caseTitle}`}
          />
        </Field>
        <Field label="From">
          <Select value={from} onChange={(event) => setFrom(event.target.value as From)}>
            {Object.entries(FROM).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <ObjectiveField value={objective} onChange={setObjective} />
        <CapacityFields draft={capacity} onDraft={setCapacity}>
          <Field label="One item for each">
            <Select value={granularity} onChange={(event) => setGranularity(event.target.value as typeof granularity)}>
              {GRANULARITIES.map((one) => (
                <option key={one} value={one}>
                  {sentenceOf(one)}
                </option>
              ))}
            </Select>
          </Field>
        </CapacityFields>
      </form>
    </Dialog>
  )
}
