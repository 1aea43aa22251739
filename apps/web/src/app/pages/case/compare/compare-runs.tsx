import type { Run } from '@veritrace/contract/casework/runs'
import { GitCompareArrows } from 'lucide-react'
import { Badge } from '../../../../ui/badge.tsx'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { ChartFrame } from '../../../../ui/charts/chart-frame.tsx'
import { LevelRows, levelTable } from '../../../../ui/charts/level-rows.tsx'
import { Field, Select } from '../../../../ui/field.tsx'
import { ago, moment, plural } from '../../../../ui/format.ts'
import { Empty } from '../../../../ui/states.tsx'
import { sentenceOf } from '../../../shared/case/words.ts'
import { Loaded } from '../../../shared/loaded.tsx'
import { usePack } from '../../../shared/use-pack.ts'
import { useCase, useRuns } from '../queries.ts'
import { useCaseSearch, useSetSearch } from '../search.ts'
import { inputChanges, type RunFigures, runFigures, stepsBetween } from './run-history.ts'

export function CompareRuns() {
  const theCase = useCase()
  return (
    <Loaded query={useRuns()} failed="The runs did not load">
      {(runs) => {
        const all = runFigures(theCase, runs)
        if (all.length >= 2) return <Comparison all={all} />
        return (
          <Empty icon={GitCompareArrows} title="Not enough runs to compare">
            Each run stores its inputs and results. You can compare runs here once there are two.
          </Empty>
        )
      }}
    </Loaded>
  )
}

function Comparison({ all }: { all: readonly RunFigures[] }) {
  const search = useCaseSearch()
  const setSearch = useSetSearch()
  const { codes } = usePack(useCase().pack.id)
  const to = all.find(({ run }) => run.id === search.item) ?? all[0]!
  const from = all.find(({ run }) => run.id === search.open) ?? all.find(({ run }) => run.id !== to.run.id)!
  const rows = [from, to].map(({ run, counts }) => ({ name: nameOf(run), counts }))
  const changes = inputChanges(from.run.inputs, to.run.inputs)
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Pick label="Before" all={all} value={from.run.id} onChange={(open) => setSearch({ open })} />
        <Pick label="After" all={all} value={to.run.id} onChange={(item) => setSearch({ item })} />
      </div>
      <Card className="p-4">
        <ChartFrame title="Levels" hint="objects of the case" name="runs" table={levelTable(rows, codes)}>
          <LevelRows rows={rows} codes={codes} />
        </ChartFrame>
        <p className="mt-3 text-sm text-ink-2">
          {changes.length > 0
            ? `The later run used ${new Intl.ListFormat('en').format(changes)}.`
            : 'Both runs used the same inputs.'}
        </p>
      </Card>
      <Card>
        <CardHead title="Changes run by run" hint="each compared with the previous run" />
        <ol className="divide-y divide-line-row">
          {stepsBetween(all, from.run.id, to.run.id).map((run) => (
            <Step key={run.id} run={run} />
          ))}
        </ol>
      </Card>
    </>
  )
}

interface PickProps {
  label: string
  all: readonly RunFigures[]
  value: string
  onChange(id: string): void
}
const Pick = ({ label, all, value, onChange }: PickProps) => (
  <Field label={label}>
    <Select value={value} onChange={({ target }) => onChange(target.value)}>
      {all.map(({ run }) => (
        <option key={run.id} value={run.id}>
          {nameOf(run)}
        </option>
      ))}
    </Select>
  </Field>
)

const nameOf = ({ n, kind, queued_at }: Run): string => `Run ${n}, ${kind}, ${moment(queued_at)}`

function Step({ run }: { run: Run }) {
  const { diff } = run
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
      <span className="w-40">
        Run {run.n}
        <span className="block text-xs text-ink-3">
          {run.triggered_by.name}, {ago(run.queued_at)}
        </span>
      </span>
      {diff && !run.unchanged ? (
        <>
          <span className="tnum">
            <b className="font-semibold">{diff.fixed}</b> fixed, <b className="font-semibold">{diff.new}</b> new,{' '}
            <b className="font-semibold">{diff.changed}</b> with a different level
          </span>
          <span className="flex flex-wrap gap-1.5">
            {diff.causes.map((cause) => (
              <Badge key={cause}>{sentenceOf(cause)}</Badge>
            ))}
          </span>
        </>
      ) : (
        <span className="text-ink-2">No changes in the results</span>
      )}
      <span className="ml-auto text-xs text-ink-3 tnum">
        {plural(run.outputs?.recommendations ?? 0, 'recommendation')}
      </span>
    </li>
  )
}
