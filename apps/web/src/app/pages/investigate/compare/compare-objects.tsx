// Compares an object with its successors.
import { useQueries, useQuery } from '@tanstack/react-query'
import type { ArtifactDetail } from '@veritrace/contract/casework/artifacts'
import { Columns2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { SearchInput } from '../../../../ui/field.tsx'
import { Level } from '../../../../ui/level.tsx'
import { Empty, ErrorState, SkeletonText } from '../../../../ui/states.tsx'
import { api, explain } from '../../../api.ts'
import { Acceptable } from '../../../shared/resolution/resolution-card.tsx'
import { usePackLabels } from '../../../shared/resolution/use-pack-labels.ts'
import { usePack } from '../../../shared/use-pack.ts'
import { targetQuery } from '../../../shared/use-target.ts'
import { useAddress } from '../use-address.ts'

const MAX_SUCCESSORS = 5

export function CompareObjects({ picker }: { picker: ReactNode }) {
  const { params, setParams } = useAddress()
  const [text, setText] = useState(params.from ?? '')
  const query = targetQuery(params.target)
  const subject = useQuery({
    queryKey: ['resolve', params.from, params.target, 'compare'],
    queryFn: () => api.resolve.one({ query: { q: params.from!, explain: 'none', ...query } }),
    enabled: params.from !== undefined,
  })
  const given = subject.data
  const successors = params.to
    ? [params.to]
    : (given?.successors ?? []).filter(({ concept }) => !concept).map(({ artifact }) => artifact.iri)
  const ids = given?.subject ? [given.subject.iri, ...new Set(successors)].slice(0, MAX_SUCCESSORS + 1) : []
  const found = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['artifact', id, params.target],
      queryFn: () => api.artifacts.get({ params: { id }, query }),
    })),
  })
  const loaded = found.flatMap(({ data }) => data ?? [])
  const error = subject.error ?? found.find((one) => one.error)?.error
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setParams({ from: text.trim() || undefined, to: undefined })
  }
  return (
    <>
      <form aria-label="Object" onSubmit={onSubmit} className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
        {picker}
        <SearchInput
          aria-label="Object name"
          placeholder="Name, such as HOLIDAY_CALENDAR_GET"
          className="w-80 max-w-full"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit">Compare</Button>
      </form>
      {!params.from && (
        <Empty
          icon={Columns2}
          title="Compare an object with its successors"
          action={<Button onClick={() => setParams({ from: 'MARA' })}>Try MARA</Button>}
        >
          Shows type, component, labels and states side by side.
        </Empty>
      )}
      {error && <ErrorState detail={explain(error)} onRetry={() => subject.refetch()} />}
      {(subject.isLoading || (ids.length > 0 && loaded.length === 0 && !error)) && <SkeletonText lines={8} />}
      {given && !given.subject && (
        <Empty icon={Columns2} title="Which one do you mean?">
          {given.headline}
        </Empty>
      )}
      {loaded.length > 0 && <SideBySide artifacts={loaded} />}
    </>
  )
}

function SideBySide({ artifacts }: { artifacts: readonly ArtifactDetail[] }) {
  const { codes } = usePack(artifacts[0]!.pack)
  const packLabels = usePackLabels(artifacts[0]!.pack)
  const lists = [...new Set(artifacts.flatMap(({ states }) => states.map(({ list_id }) => list_id)))]
  const rows: [string, (artifact: ArtifactDetail) => ReactNode][] = [
    ['Level', ({ rating }) => <Level code={rating.code} codes={codes} label={rating.label} />],
    ['Verdict', ({ acceptable }) => <Acceptable is={acceptable} />],
    ['Type', ({ type }) => packLabels.type(type)],
    ['Component', ({ attributes }) => String(attributes.component ?? '')],
    ['Software component', ({ attributes }) => String(attributes.software_component ?? '')],
    ['Labels', ({ labels }) => labels.join(', ')],
    ...lists.map((list): [string, (artifact: ArtifactDetail) => ReactNode] => [
      list,
      ({ states }) => {
        const state = states.find(({ list_id }) => list_id === list)?.state
        return state ? packLabels.state(state) : <span className="text-ink-3">Not listed</span>
      },
    ]),
    ['Successors', ({ successors_count }) => successors_count],
    ['Used by', ({ dependents_count }) => dependents_count],
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling regions must be reachable by keyboard
    <section tabIndex={0} aria-label="Side by side" className="min-h-0 flex-1 overflow-auto -outline-offset-2">
      <table className="w-full min-w-max text-sm">
        <thead>
          <tr>
            <td className="sticky left-0 z-10 border-b bg-sunken" />
            {artifacts.map(({ id, name }, i) => (
              <th key={id} scope="col" className="border-b bg-sunken px-4 py-2 text-left align-bottom">
                <span className="block text-2xs font-normal text-ink-3">{i === 0 ? 'object' : 'successor'}</span>
                <span className="font-mono text-xs">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([title, show]) => (
            <tr key={title}>
              <th
                scope="row"
                className="sticky left-0 border-b border-line-row bg-canvas px-4 py-2 text-left font-normal whitespace-nowrap text-ink-3"
              >
                {title}
              </th>
              {artifacts.map((artifact) => (
                <td key={artifact.id} className="border-b border-line-row px-4 py-2">
                  {show(artifact)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
