import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import type { Estimate } from '@veritrace/contract/casework/estimates'
import { MAY } from '@veritrace/contract/casework/roles'
import { Calculator } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { Button } from '../../../../ui/button.tsx'
import { ChartFrame } from '../../../../ui/charts/chart-frame.tsx'
import { Histogram } from '../../../../ui/charts/histogram.tsx'
import { Tornado } from '../../../../ui/charts/tornado.tsx'
import { Field, Input } from '../../../../ui/field.tsx'
import { ago, count, day, days, plural } from '../../../../ui/format.ts'
import { Empty } from '../../../../ui/states.tsx'
import { sentenceOf, wordsOf } from '../../../shared/case/words.ts'
import { Figure, Figures } from '../../../shared/figure.tsx'
import { Loaded } from '../../../shared/loaded.tsx'
import { useMay } from '../../../shared/use-me.ts'
import { useEstimates } from '../queries.ts'
import { useEstimate } from '../use-estimate.ts'

export function EstimatePanel({ plan }: { plan: CasePlan }) {
  const estimates = useEstimates()
  return (
    <div className="grid gap-4 p-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <Loaded query={estimates} failed="The estimates did not load">
        {(all) => {
          const shown = all.find(({ plan_id }) => plan_id === plan.id) ?? all[0]
          return shown ? (
            <Shown estimate={shown} isOfPlan={shown.plan_id === plan.id} />
          ) : (
            <Card>
              <Empty icon={Calculator} title="No estimate yet">
                Select “Estimate” to simulate the plan 10,000 times and see how much effort it may take.
              </Empty>
            </Card>
          )
        }}
      </Loaded>
      <Assumptions planId={plan.id} />
    </div>
  )
}

function Shown({ estimate, isOfPlan }: { estimate: Estimate; isOfPlan: boolean }) {
  const { effort, histogram, drivers, cost, calendar, confidence, calibration } = estimate
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {!isOfPlan && (
        <p className="text-sm text-caution">This estimate is for another plan or for the accepted recommendations.</p>
      )}
      <Figures>
        <Figure label="Effort P50" hint="half of the simulations">
          {days(effort.p50)}
        </Figure>
        <Figure label="Effort P80" hint="8 of 10 simulations">
          {days(effort.p80)}
        </Figure>
        <Figure label="Effort P90" hint="9 of 10 simulations">
          {days(effort.p90)}
        </Figure>
        <Figure label="Finish (P80)" hint={calendar && `with ${plural(calendar.capacity_fte, 'person', 'people')}`}>
          {calendar?.p80_finish ? day(calendar.p80_finish) : '–'}
        </Figure>
        <Figure label={cost ? `Cost (${cost.currency})` : 'Confidence'} hint={cost ? 'P80' : undefined}>
          {cost ? count(Math.round(cost.p80)) : sentenceOf(confidence.band)}
        </Figure>
      </Figures>
      <Card className="p-4">
        <ChartFrame
          title="Distribution of the effort"
          hint="person-days"
          name="estimate-histogram"
          table={{
            columns: ['From', 'To', 'Simulations'],
            rows: histogram.counts.map((n, i) => [histogram.bins[i]!, histogram.bins[i + 1]!, n]),
          }}
        >
          <Histogram
            bins={histogram.bins}
            counts={histogram.counts}
            label={`Half of the simulations take up to ${days(effort.p50)}, 8 of 10 up to ${days(effort.p80)}`}
            marks={[
              { label: 'P50', value: effort.p50 },
              { label: 'P80', value: effort.p80 },
            ]}
          />
        </ChartFrame>
      </Card>
      <Card className="p-4">
        <ChartFrame
          title="Largest drivers"
          hint="change of the P80 effort in person-days"
          name="estimate-drivers"
          table={{ columns: ['Factor', 'Person-days'], rows: drivers.map((one) => [one.factor, one.p80_delta]) }}
        >
          <Tornado
            unit="days"
            drivers={drivers.map((one) => ({ factor: wordsOf(one.factor), delta: one.p80_delta }))}
          />
        </ChartFrame>
      </Card>
      <p className="text-xs text-ink-2">
        Confidence is {confidence.band}. {confidence.reasons.join(' ')}{' '}
        {calibration.applied
          ? `Calibrated with ${plural(calibration.actual_items, 'finished work package')}${factorsOf(calibration)}.`
          : 'Not calibrated: too few work packages are finished.'}{' '}
        Created {ago(estimate.created_at)} by {estimate.created_by.name}.
      </p>
      <ul className="list-disc pl-5 text-xs text-ink-3">
        {estimate.assumptions.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}

const FIELDS = [
  ['productivity', 'Productivity', '1', '0.8 takes 25% longer'],
  ['test_share', 'Testing share', '0.3', '0.3 adds 30% to the work'],
  ['coordination', 'Coordination share', '0.1', '0.1 adds 10% to the work'],
] as const

function Assumptions({ planId }: { planId: string }) {
  const estimate = useEstimate()
  const may = useMay(MAY.decide)
  const [rate, setRate] = useState('')
  const [values, setValues] = useState({ productivity: '1', test_share: '0.3', coordination: '0.1' })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    estimate.mutate({
      plan_id: planId,
      assumptions: {
        productivity: Number(values.productivity),
        test_share: Number(values.test_share),
        coordination: Number(values.coordination),
        ...(rate && { day_rate: Number(rate), currency: 'EUR' }),
      },
    })
  }
  return (
    <Card className="self-start">
      <CardHead title="Assumptions" />
      <form onSubmit={onSubmit} className="flex flex-col gap-3 p-4">
        {FIELDS.map(([name, label, , hint]) => (
          <Field key={name} label={label} hint={hint}>
            <Input
              type="number"
              min={name === 'productivity' ? 0.1 : 0}
              max={3}
              step={0.05}
              value={values[name]}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          </Field>
        ))}
        <Field label="Day rate (EUR)">
          <Input type="number" min={0} value={rate} onChange={(event) => setRate(event.target.value)} />
        </Field>
        <Button
          type="submit"
          variant="solid"
          disabled={!may}
          title={may ? undefined : `Requires one of these roles: ${MAY.decide.join(', ')}`}
          busy={estimate.isPending}
        >
          Estimate
        </Button>
      </form>
    </Card>
  )
}

const factorsOf = ({ by_action = [] }: Estimate['calibration']): string =>
  by_action.length > 0
    ? `: ${by_action.map(({ action_id, factor }) => `${action_id.replaceAll('_', ' ')} × ${factor}`).join(', ')}`
    : ''
