import type { Recommendation } from '@veritrace/contract/casework/recommendations'
import type { TraverseResponse } from '@veritrace/contract/casework/traverse'
import { ArrowUp, Lock, X } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import { days, plural } from '../../../../ui/format.ts'
import { ScrollPane } from '../../../../ui/scroll-pane.tsx'
import { SkeletonText } from '../../../../ui/states.tsx'
import { useSetSearch } from '../search.ts'
import type { Impact } from './impact.ts'

interface Props {
  /** Undefined while loading. */
  fixes: readonly Recommendation[] | undefined
  fix: Recommendation | undefined
  impact: Impact | undefined
  data: Pick<TraverseResponse, 'nodes'>
}
/** Select a fix to see which objects reach the target, and what blocks the others. */
export function ImpactPane({ fixes, fix, impact, data }: Props) {
  const setSearch = useSetSearch()
  return (
    <aside aria-label="Impact of a fix" className="flex shrink-0 flex-col bg-surface lg:w-80 lg:border-l">
      <div className="flex min-h-11 items-center border-b px-4">
        <h2 className="flex-1 text-sm font-semibold">Impact</h2>
        {fix && (
          <Button variant="ghost" size="sm" onClick={() => setSearch({ item: undefined })}>
            <X />
            Clear
          </Button>
        )}
      </div>
      <ScrollPane label="Fixes and their impact" className="min-h-0 flex-1 lg:overflow-y-auto">
        {fix && impact ? <Shown fix={fix} impact={impact} data={data} /> : <FixList fixes={fixes} />}
      </ScrollPane>
    </aside>
  )
}

function FixList({ fixes }: Pick<Props, 'fixes'>) {
  const setSearch = useSetSearch()
  if (!fixes) return <SkeletonText lines={6} />
  if (fixes.length === 0) return <p className="p-4 text-sm text-ink-2">No fixes yet. Investigate the case to start.</p>
  return (
    <>
      <p className="px-4 pt-3 text-xs text-ink-2">Select a fix to see which objects reach the target.</p>
      <ul className="flex flex-col p-2">
        {fixes.map((fix) => (
          <li key={fix.id}>
            <button
              type="button"
              onClick={() => setSearch({ item: fix.id })}
              className="flex w-full flex-col rounded-md px-2 py-1.5 text-left hover:bg-hover"
            >
              <span className="line-clamp-2 text-sm break-words">{fix.title}</span>
              <span className="text-xs text-ink-3 tnum">
                {fix.lift.objects_reaching_target > 0
                  ? `${plural(fix.lift.objects_reaching_target, 'reaches', 'reach')} the target`
                  : 'no lift on its own'}{' '}
                · {days(fix.effort.p50)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function Shown({ fix, impact, data }: { fix: Recommendation; impact: Impact; data: Props['data'] }) {
  const setSearch = useSetSearch()
  const nameOf = (id: string) => data.nodes.find((node) => node.id === id)?.label ?? id
  return (
    <div className="flex flex-col gap-4 p-4">
      <p className="text-sm font-medium break-words">{fix.title}</p>
      <section>
        <h3 className="label mb-1">Reach the target ({impact.rising.size})</h3>
        <ul className="flex flex-col">
          {[...impact.rising].map((id) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => setSearch({ open: id })}
                className="flex min-h-6 items-center gap-1.5 font-mono text-xs text-accent hover:underline"
              >
                <ArrowUp aria-hidden className="size-3.5 text-positive" />
                {nameOf(id)}
              </button>
            </li>
          ))}
        </ul>
        {impact.rising.size === 0 && <p className="text-xs text-ink-3">None with this fix alone.</p>}
      </section>
      <section>
        <h3 className="label mb-1">Stay blocked ({impact.blocked.length})</h3>
        <ul className="flex flex-col gap-1.5">
          {impact.blocked.map(({ id, by }) => (
            <li key={id} className="text-xs">
              <button
                type="button"
                onClick={() => setSearch({ open: id })}
                className="flex min-h-6 items-center gap-1.5 font-mono text-accent hover:underline"
              >
                <Lock aria-hidden className="size-3.5 text-caution" />
                {nameOf(id)}
              </button>
              <span className="block pl-5 text-ink-2">
                by{' '}
                {by.slice(0, 3).map((other, i) => (
                  <span key={other}>
                    {i > 0 && ', '}
                    <button
                      type="button"
                      className="font-mono hover:underline"
                      onClick={() => setSearch({ open: other })}
                    >
                      {nameOf(other)}
                    </button>
                  </span>
                ))}
                {by.length > 3 && ` and ${by.length - 3} more`}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
