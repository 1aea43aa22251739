import type { TraverseNode, TraverseResponse } from '@veritrace/contract/casework/traverse'
import { ArrowRight } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import { plural } from '../../../../ui/format.ts'
import { Level } from '../../../../ui/level.tsx'
import { ScrollPane } from '../../../../ui/scroll-pane.tsx'
import { NotInUpload } from '../../../shared/not-in-upload.tsx'
import { Part } from '../../../shared/resolution/resolution-card.tsx'
import { usePack } from '../../../shared/use-pack.ts'
import { useCase } from '../queries.ts'
import { useGoPhase, useSetSearch } from '../search.ts'
import type { Impact } from './impact.ts'

interface Props {
  node: TraverseNode
  data: Pick<TraverseResponse, 'nodes' | 'edges'>
  impact: Impact | undefined
}
/** A node, with links to what keeps it below the target. */
export function NodePane({ node, data, impact }: Props) {
  const { pack, target } = useCase()
  const { codes } = usePack(pack.id)
  const go = useGoPhase()
  const nodes = new Map(data.nodes.map((one) => [one.id, one]))
  const out = data.edges.filter(({ from }) => from === node.id).flatMap(({ to }) => nodes.get(to) ?? [])
  const into = data.edges.filter(({ to }) => to === node.id).flatMap(({ from }) => nodes.get(from) ?? [])
  const blockers = out.filter(({ rating }) => rating && !target.policy.acceptable.includes(rating.code))
  const others = out.filter((one) => !blockers.includes(one))
  return (
    <>
      <header className="shrink-0 border-b px-4 py-3 lg:pr-12">
        {node.rating && <Level code={node.rating.code} codes={codes} label={node.rating.label} />}
        <h2 className="mt-1 font-mono text-sm font-semibold break-all">{node.label}</h2>
        <p className="text-xs text-ink-3">
          {node.type}
          {node.group && ` · ${node.group}`}
        </p>
        <NotInUpload kind={node.kind} />
        {impact?.rising.has(node.id) && <p className="mt-1 text-sm text-positive">Reaches the target with this fix.</p>}
      </header>
      <ScrollPane label="Neighbors" className="min-h-0 flex-1 overflow-y-auto">
        {blockers.length > 0 && (
          <Part title={`Blocked by ${blockers.length}`}>
            <Nodes of={blockers} codes={codes} />
          </Part>
        )}
        {others.length > 0 && (
          <Part title={`Also uses ${others.length}`}>
            <Nodes of={others} codes={codes} />
          </Part>
        )}
        {into.length > 0 && (
          <Part title={`Used by ${plural(into.length, 'object')}`}>
            <Nodes of={into} codes={codes} />
          </Part>
        )}
      </ScrollPane>
      {node.kind === 'custom_object' && (
        <footer className="border-t bg-sunken px-4 py-2.5">
          <Button size="sm" onClick={() => go('resolve', { view: 'objects', open: node.id })}>
            Show details
            <ArrowRight />
          </Button>
        </footer>
      )}
    </>
  )
}

function Nodes({ of, codes }: { of: readonly TraverseNode[]; codes: readonly string[] }) {
  const setSearch = useSetSearch()
  return (
    <ul className="flex flex-col gap-0.5">
      {of.map((node) => (
        <li key={node.id} className="flex items-center gap-2">
          <Level code={node.rating?.code ?? 'unknown'} codes={codes} />
          <button
            type="button"
            className="min-h-6 truncate font-mono text-xs text-accent hover:underline"
            onClick={() => setSearch({ open: node.id })}
          >
            {node.label}
          </button>
        </li>
      ))}
    </ul>
  )
}
