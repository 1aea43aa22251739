// Compares the objects of the case with those of another project or case, for the same target.
import { useQuery } from '@tanstack/react-query'
import type { Readiness } from '@veritrace/contract/casework/readiness'
import { FolderTree } from 'lucide-react'
import { readAll } from '../../../../shared/pages.ts'
import { Card } from '../../../../ui/bits.tsx'
import { ChartFrame } from '../../../../ui/charts/chart-frame.tsx'
import { LevelRows, levelTable } from '../../../../ui/charts/level-rows.tsx'
import { Field, Select } from '../../../../ui/field.tsx'
import { count, share } from '../../../../ui/format.ts'
import { Empty, SkeletonText } from '../../../../ui/states.tsx'
import { api } from '../../../api.ts'
import { Loaded } from '../../../shared/loaded.tsx'
import { usePack } from '../../../shared/use-pack.ts'
import { useProject } from '../../../shared/use-project.ts'
import { below, useCase } from '../queries.ts'
import { useCaseSearch, useSetSearch } from '../search.ts'
import { SharedPatterns } from './shared-patterns.tsx'

const PAGE = 200

export function CompareEstates() {
  const theCase = useCase()
  const others = useOthers()
  const search = useCaseSearch()
  const setSearch = useSetSearch()
  const chosen = others.find(({ id }) => id === search.item) ?? others[0]
  if (theCase.project_id === null)
    return (
      <Empty icon={FolderTree} title="This case has no estate">
        Its objects come from the lists. An estate comes from the files of a project.
      </Empty>
    )
  if (!chosen)
    return (
      <Empty icon={FolderTree} title="Nothing to compare with">
        Create another project or case to compare it with this one. Both are measured for {theCase.target.label}.
      </Empty>
    )
  return (
    <>
      <Field label={`Compare ${theCase.key} with`}>
        <Select value={chosen.id} onChange={({ target }) => setSearch({ item: target.value })}>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Comparison other={chosen} />
    </>
  )
}

interface Other {
  id: string
  name: string
}
function useOthers(): Other[] {
  const theCase = useCase()
  const { projects } = useProject()
  const cases = useQuery({
    queryKey: ['case', 'list', 'compare'],
    queryFn: () => readAll((at) => api.cases.list({ query: { limit: PAGE, ...at } })),
  })
  return [
    ...projects.map(({ id, name }) => ({
      id,
      name: id === theCase.project_id ? `${name} (whole project)` : `${name} (project)`,
    })),
    ...(cases.data ?? [])
      .filter(({ id, project_id }) => id !== theCase.id && project_id !== null)
      .map(({ id, key, title }) => ({ id, name: `${key} ${title}` })),
  ]
}

function Comparison({ other }: { other: Other }) {
  const theCase = useCase()
  const { profile_id } = theCase.target
  const read = (of: { case_id: string } | { project_id: string }) =>
    api.readiness.get({ query: { ...of, target: profile_id, include: 'patterns' } })
  const here = useQuery({
    queryKey: below(theCase, 'readiness', profile_id, 'patterns'),
    queryFn: () => read({ case_id: theCase.id }),
  })
  const there = useQuery({
    queryKey: ['readiness', 'compare', other.id, profile_id],
    queryFn: () => read(other.id.startsWith('cas_') ? { case_id: other.id } : { project_id: other.id }),
  })
  return (
    <Loaded query={here} waiting={<SkeletonText lines={6} />}>
      {(mine) => (
        <Loaded query={there} waiting={<SkeletonText lines={6} />}>
          {(theirs) => (
            <>
              <Figures mine={mine} theirs={theirs} names={[theCase.key, other.name]} />
              <SharedPatterns mine={mine} theirs={theirs} names={[theCase.key, other.name]} />
            </>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

interface FiguresProps {
  mine: Readiness
  theirs: Readiness
  names: readonly [string, string]
}
function Figures({ mine, theirs, names }: FiguresProps) {
  const { codes } = usePack(mine.pack.id)
  const rows = [mine, theirs].map((one, i) => ({ name: names[i]!, counts: countsOf(one) }))
  return (
    <Card className="p-4">
      <ChartFrame title="Levels" hint={`for ${mine.target.label}`} name="estates" table={levelTable(rows, codes)}>
        <LevelRows rows={rows} codes={codes} />
      </ChartFrame>
      <table className="mt-4 w-full text-sm">
        <caption className="sr-only">Comparison of the figures</caption>
        <thead className="text-left text-xs text-ink-3">
          <tr>
            <th scope="col" className="py-1 font-medium">
              Figure
            </th>
            {names.map((name) => (
              <th key={name} scope="col" className="px-3 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FIGURES.map(([label, read]) => (
            <tr key={label} className="border-t border-line-row">
              <th scope="row" className="py-1.5 text-left font-normal">
                {label}
              </th>
              <td className="px-3 text-right whitespace-nowrap tnum">{read(mine)}</td>
              <td className="px-3 text-right whitespace-nowrap tnum">{read(theirs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

const countsOf = ({ distribution }: Readiness) =>
  Object.fromEntries(distribution.map(({ code, objects }) => [code, objects]))

const known = (value: number | null, as: (value: number) => string): string => (value === null ? 'unknown' : as(value))

const FIGURES: readonly [string, (of: Readiness) => string][] = [
  ['Objects', ({ coverage }) => count(coverage.objects_total)],
  ['Acceptable', ({ interval }) => share(interval.point)],
  ['Possible range', ({ interval }) => `${share(interval.low)} to ${share(interval.high)}`],
  ['Technical debt score (higher is worse)', ({ kpis }) => count(kpis.technical_debt_score.value)],
  ['Unused code', ({ kpis }) => known(kpis.unused_code_share.value, share)],
  ['Coverage', ({ coverage }) => share(coverage.score)],
  ['Confidence', ({ confidence }) => confidence.band],
]
