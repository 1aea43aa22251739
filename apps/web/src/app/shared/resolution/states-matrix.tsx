// The state of an object in each list: one row per list, one column per state.
import type { Resolution } from '@veritrace/contract/casework/resolve'
import { Check } from 'lucide-react'
import { Cite } from '../../../ui/cite.tsx'
import { cn } from '../../../ui/cn.ts'
import { shortLabel, useTarget } from '../use-target.ts'
import { usePackLabels } from './use-pack-labels.ts'

export function StatesMatrix({ resolution, onCite }: { resolution: Resolution; onCite(n: number): void }) {
  const labels = usePackLabels(resolution.pack.id)
  const { targets } = useTarget()
  const columns = [...new Set(resolution.states.map(({ state }) => state))]
  return (
    <div className="-mx-4 overflow-x-auto px-4">
      <table className="w-full text-xs">
        <thead>
          <tr className="text-ink-3">
            <th scope="col" className="pb-1 text-left font-medium">
              List
            </th>
            {columns.map((state) => (
              <th key={state} scope="col" className="px-2 pb-1 text-center font-medium">
                {labels.state(state)}
              </th>
            ))}
            <th scope="col" className="pb-1">
              <span className="sr-only">Source</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {resolution.states.map(({ profile_id, list_id, state, citation }) => {
            const isTarget = profile_id === resolution.target.profile_id
            return (
              <tr key={profile_id + list_id} className={cn('border-t border-line-row', isTarget && 'bg-selected')}>
                <th scope="row" className="py-1.5 pr-2 text-left font-normal">
                  <span className="block">{shortLabel(labels.target(profile_id), targets)}</span>
                  <span className="text-ink-3">
                    <span className="font-mono">{list_id}</span>
                    {isTarget && ', your target'}
                  </span>
                </th>
                {columns.map((column) => (
                  <td key={column} className="px-2 text-center">
                    {column === state && (
                      <>
                        <Check aria-hidden className="inline size-3.5" />
                        <span className="sr-only">yes</span>
                      </>
                    )}
                  </td>
                ))}
                <td className="text-right">
                  <Cite n={citation} onOpen={onCite} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
