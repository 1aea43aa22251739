import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Control } from '@veritrace/contract/casework/scorecard'
import {
  Check,
  CircleDashed,
  CircleQuestionMark,
  CircleX,
  Download,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import { useState } from 'react'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { Sparkline } from '../../../ui/charts.tsx'
import { Drawer } from '../../../ui/dialog.tsx'
import { saveCsv, type TableData } from '../../../ui/export.ts'
import { count, share } from '../../../ui/format.ts'
import { ScrollPane } from '../../../ui/scroll-pane.tsx'
import { api } from '../../api.ts'
import { Figure, Figures } from '../../shared/figure.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { ControlDetail } from './control-detail.tsx'

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
            <Figure label="Score" hint="Higher is better; unknown counts as failed">
              {Math.round(score.value)}
            </Figure>
            <Figure label="Pass">{summary.pass}</Figure>
            <Figure label="Warn">{summary.warn}</Figure>
            <Figure label="Fail">{summary.fail}</Figure>
            <Figure label="Unknown">{summary.unknown}</Figure>
          </Figures>
          <Card>
            <CardHead
              title="Controls"
              actions={
                <Button size="sm" variant="ghost" onClick={() => saveCsv('controls', tableOf(controls))}>
                  <Download />
                  Export CSV
                </Button>
              }
            />
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
                    <th scope="col" className="px-2 text-right font-medium max-sm:pr-4">
                      Value
                    </th>
                    <th scope="col" className="px-2 pr-4 text-right font-medium max-sm:hidden">
                      Threshold
                    </th>
                    {hasTrend(controls) && (
                      <th scope="col" className="px-4 font-medium max-md:hidden">
                        Trend
                      </th>
                    )}
                  </tr>
                </thead>
                <tbody>
                  {controls.map((control) => (
                    <ControlRow
                      key={control.id}
                      control={control}
                      hasTrend={hasTrend(controls)}
                      onOpen={() => setOpen(control)}
                    />
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

/** Without measurements, the column would contain only dashes. */
const hasTrend = (controls: readonly Control[]): boolean => controls.some(({ trend }) => trend && trend.length > 0)

interface RowProps {
  control: Control
  hasTrend: boolean
  onOpen(): void
}
function ControlRow({ control, hasTrend: isShown, onOpen }: RowProps) {
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
      <td className="px-2 text-right whitespace-nowrap tnum max-sm:pr-4">{valueText(control.value, control.unit)}</td>
      <td className="px-2 pr-4 text-right text-ink-2 tnum max-sm:hidden">
        {control.compare === 'at_most' ? '≤' : '≥'} {valueText(control.threshold, control.unit)}
      </td>
      {isShown && (
        <td className="px-4 max-md:hidden">
          {values.length > 1 ? (
            <Sparkline values={values} label={`${control.title}: ${values.length} measurements`} />
          ) : (
            <span className="text-xs text-ink-3">{values.length === 1 ? 'first measurement' : '—'}</span>
          )}
        </td>
      )}
    </tr>
  )
}

const valueText = (value: number | null, unit: string): string =>
  value === null
    ? '—'
    : unit === 'share'
      ? share(value)
      : `${count(Math.round(value * 10) / 10)}${unit === 'days' ? ' d' : ''}`

/** Includes the measurements of the sparklines. */
const tableOf = (controls: readonly Control[]): TableData => ({
  columns: ['Control', 'Title', 'Status', 'Value', 'Threshold', 'Unit', 'Failing', 'Measurements'],
  rows: controls.map(({ id, title, status, value, threshold, unit, failing_total, trend = [] }) => [
    id,
    title,
    status,
    value ?? '',
    threshold,
    unit,
    failing_total,
    trend.map((point) => `${point.at} ${point.value ?? ''}`).join('; '),
  ]),
})
