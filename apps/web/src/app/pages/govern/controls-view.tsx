import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Control } from '@veritrace/contract/casework/scorecard'
import { Check, CircleDashed, CircleQuestionMark, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { Sparkline } from '../../../ui/charts.tsx'
import { Drawer } from '../../../ui/dialog.tsx'
import { moment } from '../../../ui/format.ts'
import { ScrollPane } from '../../../ui/scroll-pane.tsx'
import { api } from '../../api.ts'
import { Figure, Figures } from '../../shared/figure.tsx'
import { Loaded } from '../../shared/loaded.tsx'

const STATES: Record<Control['status'], readonly [Tone, LucideIcon]> = {
  pass: ['positive', Check],
  warn: ['caution', TriangleAlert],
  fail: ['critical', CircleX],
  unknown: ['neutral', CircleQuestionMark],
  not_applicable: ['neutral', CircleDashed],
}

export function ControlsView() {
  const { project } = useSearch({ from: '/app/govern' })
  const [open, setOpen] = useState<Control>()
  const query = {
    include: 'trend,failing' as never,
    ...(project && { scope: 'project' as const, id: project }),
  }
  const card = useQuery({ queryKey: ['scorecard', query], queryFn: () => api.scorecard.get({ query }) })
  return (
    <Loaded query={card}>
      {({ score, summary, controls }) => (
        <>
          <Figures>
            <Figure label="Score" hint="Higher is better; unknown counts as not passed">
              {Math.round(score.value)}
            </Figure>
            <Figure label="Pass">{summary.pass}</Figure>
            <Figure label="Warn">{summary.warn}</Figure>
            <Figure label="Fail">{summary.fail}</Figure>
            <Figure label="Unknown">{summary.unknown}</Figure>
          </Figures>
          <Card>
            <CardHead title="Controls" />
            <ScrollPane label="Controls with value and threshold" className="overflow-x-auto">
              <table className="w-full text-sm">
                <caption className="sr-only">Controls with value and threshold</caption>
                <thead className="bg-sunken text-left text-xs text-ink-3">
                  <tr>
                    <th scope="col" className="px-4 py-2 font-medium">
                      Control
                    </th>
                    <th scope="col" className="px-2 font-medium">
                      Status
                    </th>
                    <th scope="col" className="px-2 text-right font-medium">
                      Value
                    </th>
                    <th scope="col" className="px-2 text-right font-medium max-sm:hidden">
                      Threshold
                    </th>
                    <th scope="col" className="px-4 font-medium max-md:hidden">
                      Trend
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {controls.map((control) => (
                    <ControlRow key={control.id} control={control} onOpen={() => setOpen(control)} />
                  ))}
                </tbody>
              </table>
            </ScrollPane>
          </Card>
          <Drawer open={open !== undefined} onOpenChange={() => setOpen(undefined)} title={open?.title ?? ''}>
            {open && <ControlDetail control={open} />}
          </Drawer>
        </>
      )}
    </Loaded>
  )
}

function ControlRow({ control, onOpen }: { control: Control; onOpen(): void }) {
  const [tone, Icon] = STATES[control.status]
  const values = (control.trend ?? []).flatMap(({ value }) => (value === null ? [] : [value]))
  return (
    <tr className="border-t border-line-row">
      <th scope="row" className="px-4 py-2 text-left font-normal">
        <button type="button" onClick={onOpen} className="text-left hover:underline">
          <span className="mr-2 font-mono text-xs text-ink-3">{control.id}</span>
          {control.title}
        </button>
      </th>
      <td className="px-2">
        <Badge tone={tone} icon={Icon}>
          {control.status.replace('_', ' ')}
        </Badge>
      </td>
      <td className="px-2 text-right tnum">{valueText(control.value, control.unit)}</td>
      <td className="px-2 text-right text-ink-2 tnum max-sm:hidden">
        {control.compare === 'at_most' ? '≤' : '≥'} {valueText(control.threshold, control.unit)}
      </td>
      <td className="px-4 max-md:hidden">
        {values.length > 1 && <Sparkline values={values} label={`${control.title}: ${values.length} measurements`} />}
      </td>
    </tr>
  )
}

const valueText = (value: number | null, unit: string): string =>
  value === null ? '—' : unit === 'share' ? `${Math.round(value * 100)} %` : `${Math.round(value * 10) / 10}`

function ControlDetail({ control }: { control: Control }) {
  const [shown, setShown] = useState(false)
  return (
    <div className="flex flex-col gap-4 p-4 text-sm">
      <p>{control.description}</p>
      <p className="text-ink-2">{control.reason}</p>
      {control.failing_total > 0 && (
        <section>
          <h3 className="label mb-1">Failing: {control.failing_total}</h3>
          <ul className="flex flex-col gap-0.5 font-mono text-xs">
            {control.failing_sample.map(({ id, type, name }) => (
              <li key={id}>
                {type}:{name}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3 className="label mb-1">What to do</h3>
        <p>{control.remediation.text}</p>
      </section>
      <section>
        <Button size="sm" onClick={() => setShown(!shown)} aria-expanded={shown}>
          {shown ? 'Hide' : 'Show'} how it is measured
        </Button>
        {shown && (
          <pre className="mt-2 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs">{control.query.text}</pre>
        )}
      </section>
      <p className="text-xs text-ink-3">Measured {moment(control.measured_at)}</p>
    </div>
  )
}
