import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Readiness } from '@veritrace/contract/casework/readiness'
import { Gauge } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { ChartFrame } from '../../../ui/charts/chart-frame.tsx'
import { IntervalGauge, Trend } from '../../../ui/charts.tsx'
import { count, plural, share } from '../../../ui/format.ts'
import { LevelBar } from '../../../ui/level.tsx'
import { Segmented } from '../../../ui/page-tabs.tsx'
import { Empty } from '../../../ui/states.tsx'
import { api } from '../../api.ts'
import { Figure, Figures } from '../../shared/figure.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { WhyNumber } from '../../shared/readiness/why-number.tsx'
import { usePack } from '../../shared/use-pack.ts'
import { targetQuery } from '../../shared/use-target.ts'
import { Findings } from './findings.tsx'
import { GroupMap } from './group-map.tsx'
import { Patterns } from './patterns.tsx'

const GROUPS = [
  { value: 'package', label: 'Package' },
  { value: 'component', label: 'Component' },
  { value: 'owner', label: 'Owner' },
  { value: 'type', label: 'Type' },
] as const
type Group = (typeof GROUPS)[number]['value']

export function ReadinessView() {
  const { target, project, group, what_if } = useSearch({ from: '/app/govern' })
  const group_by = (GROUPS.find(({ value }) => value === group)?.value ?? 'package') as Group
  const query = {
    group_by,
    include: 'trend,findings,patterns,groups,what_if' as never,
    ...targetQuery(target),
    ...(project && { project_id: project }),
    ...(what_if && { what_if }),
  }
  const found = useQuery({
    queryKey: ['readiness', query],
    queryFn: () => api.readiness.get({ query }),
    placeholderData: (before) => before,
  })
  return <Loaded query={found}>{(readiness) => <Shown readiness={readiness} group={group_by} />}</Loaded>
}

function Shown({ readiness, group }: { readiness: Readiness; group: Group }) {
  const navigate = useNavigate()
  const { codes } = usePack(readiness.pack.id)
  if (readiness.coverage.objects_total === 0)
    return (
      <Empty
        icon={Gauge}
        title="No measurements yet"
        action={
          <Link to="/home" className={buttonClass({ variant: 'solid' })}>
            Load the sample or upload a file
          </Link>
        }
      >
        Upload your custom objects, ATC results and usage data to measure readiness.
      </Empty>
    )
  const counts = Object.fromEntries(readiness.distribution.map(({ code, objects }) => [code, objects]))
  return (
    <>
      <Card>
        <div className="flex flex-wrap items-start gap-x-8 gap-y-4 p-4">
          <div className="min-w-0 flex-1 basis-80">
            <p className="text-lg font-semibold text-balance">{readiness.headline.text}</p>
            <p className="mt-1 text-sm text-ink-2">{readiness.headline.direction_note}</p>
            <p className="mt-2 flex flex-wrap gap-1.5">
              <Badge tone={readiness.confidence.band === 'high' ? 'positive' : 'caution'}>
                {readiness.confidence.band} confidence
              </Badge>
              {readiness.confidence.reasons.map((reason) => (
                <Badge key={reason}>{reason}</Badge>
              ))}
            </p>
          </div>
          <div className="w-full max-w-md flex-1 basis-72">
            <ChartFrame
              title="Acceptable"
              hint={`for ${readiness.target.label}`}
              name="readiness"
              isDrawn={false}
              table={{
                columns: ['Level', 'Objects', 'Share'],
                rows: readiness.distribution.map((one) => [one.code, one.objects, Math.round(one.share * 1000) / 1000]),
              }}
            >
              <IntervalGauge {...readiness.interval} label="Acceptable" />
              <LevelBar className="mt-3" counts={counts} codes={codes} />
            </ChartFrame>
          </div>
        </div>
        <WhyNumber readiness={readiness} />
      </Card>
      <Kpis readiness={readiness} />
      <Findings findings={readiness.findings ?? []} />
      <Patterns readiness={readiness} codes={codes} />
      <Card>
        <CardHead
          title="Objects"
          actions={
            <Segmented
              label="Group by"
              value={group}
              options={GROUPS}
              onChange={(value) => navigate({ to: '.', search: (prev) => ({ ...prev, group: value }) })}
            />
          }
        />
        <GroupMap groups={readiness.groups ?? []} codes={codes} by={group} />
      </Card>
      {(readiness.trend?.length ?? 0) > 1 && (
        <Card className="p-4">
          <ChartFrame
            title="Share acceptable, over time"
            name="trend"
            table={{
              columns: ['Measured', 'Share acceptable', ...codes],
              rows: readiness.trend!.map(({ at, acceptable_share, distribution }) => [
                at,
                Math.round(acceptable_share * 1000) / 1000,
                ...codes.map((code) => distribution.find((one) => one.code === code)?.objects ?? 0),
              ]),
            }}
          >
            <Trend
              label={`Share acceptable on ${readiness.trend!.length} days, last ${share(readiness.acceptable.share)}`}
              points={readiness.trend!.map(({ at, acceptable_share }) => ({
                at: Date.parse(at),
                value: acceptable_share,
              }))}
              format={share}
            />
          </ChartFrame>
        </Card>
      )}
    </>
  )
}

/** `10*P1+5*P2+1*P3` as `10 × P1 + 5 × P2 + 1 × P3`. */
const formulaOf = (formula: string): string => formula.replaceAll('*', ' × ').replaceAll('+', ' + ')
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function Kpis({ readiness: { kpis, coverage } }: { readiness: Readiness }) {
  const { clean_core_share, technical_debt_score, unused_code_share, readiness_index } = kpis
  return (
    <Figures>
      <Figure label="Best two levels" hint={clean_core_share.definition}>
        {share(clean_core_share.ab)}
      </Figure>
      <Figure
        label="Technical debt score"
        hint={`${formulaOf(technical_debt_score.formula)} findings; higher is worse`}
      >
        {count(technical_debt_score.value)}
      </Figure>
      <Figure
        label="Unused code"
        hint={`${unused_code_share.window_days} days, ${unused_code_share.confidence} confidence`}
      >
        {unused_code_share.value === null ? 'Unknown' : share(unused_code_share.value)}
      </Figure>
      <Figure label="Readiness index" hint={sentence(readiness_index.origin)}>
        {readiness_index.value === null ? 'Unknown' : Math.round(readiness_index.value)}
      </Figure>
      <Figure
        label="Coverage"
        hint={`${plural(coverage.objects_total, 'object')}, ${plural(coverage.dynamic_calls, 'dynamic call')}`}
      >
        {share(coverage.score)}
      </Figure>
    </Figures>
  )
}
