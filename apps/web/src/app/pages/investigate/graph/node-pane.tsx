// One node: its level, its edges, and their sources.
import { Link } from '@tanstack/react-router'
import type { Citation } from '@veritrace/contract/casework/shapes'
import type { TraverseEdge, TraverseNode } from '@veritrace/contract/casework/traverse'
import { LocateFixed, Quote } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { count, plural } from '../../../../ui/format.ts'
import { Level } from '../../../../ui/level.tsx'
import { CreateCase } from '../../../shared/case/create-case.tsx'
import { EvidenceDrawer } from '../../../shared/evidence/evidence-drawer.tsx'
import { codeOf, type GraphData } from '../../../shared/graph/graph-model.ts'
import { usePackLabels } from '../../../shared/resolution/use-pack-labels.ts'
import { Unsure } from '../../../shared/unsure.tsx'
import { usePack } from '../../../shared/use-pack.ts'
import { preserved, useAddress } from '../use-address.ts'

export function NodePane({ id, data }: { id: string; data: GraphData }) {
  const { params, setParams } = useAddress()
  const { codes } = usePack()
  const packLabels = usePackLabels()
  const [cited, setCited] = useState<Citation>()
  const node = data.nodes.find((one) => one.id === id)
  if (!node) return <p className="p-4 text-sm text-ink-2">This node is no longer in the graph.</p>
  const byId = new Map(data.nodes.map((one) => [one.id, one]))
  const code = codeOf(node)
  const form = `${node.type}:${node.label}`
  return (
    <>
      <header className="flex flex-col gap-2 px-4 py-3">
        <div className="flex min-w-0 items-center gap-2">
          <Level code={code} codes={codes} {...(node.rating && { label: node.rating.label })} className="text-lg" />
          <h2 className="min-w-0 font-mono text-sm font-semibold break-all">{node.label}</h2>
        </div>
        <p className="text-xs text-ink-3">
          {packLabels.type(node.type)}
          {node.group && `, in ${node.group}`}
          {node.members && `, ${plural(node.members, 'object')}`}
        </p>
        {node.rating?.reasons.map(({ text }) => (
          <p key={text} className="text-sm text-ink-2">
            {text}
          </p>
        ))}
        {!node.members && (
          <div className="flex flex-wrap gap-1.5">
            <Button size="sm" onClick={() => setParams({ start: form, open: undefined })}>
              <LocateFixed />
              Start here
            </Button>
            <CreateCase of={form} />
            <Link
              to="/investigate"
              search={{ ...preserved(params), tab: 'search' as const, q: node.label, open: form }}
              className={buttonClass({ size: 'sm' })}
            >
              Verdict
            </Link>
          </div>
        )}
      </header>
      <Edges
        title="Outgoing edges:"
        edges={data.edges.filter(({ from }) => from === id)}
        end="to"
        byId={byId}
        onCite={setCited}
      />
      <Edges
        title="Incoming edges:"
        edges={data.edges.filter(({ to }) => to === id)}
        end="from"
        byId={byId}
        onCite={setCited}
      />
      <EvidenceDrawer citations={cited ? [cited] : []} open={cited?.n} onOpen={() => setCited(undefined)} />
    </>
  )
}

interface EdgesProps {
  title: string
  edges: readonly TraverseEdge[]
  end: 'from' | 'to'
  byId: ReadonlyMap<string, TraverseNode>
  onCite(citation: Citation): void
}
function Edges({ title, edges, end, byId, onCite }: EdgesProps) {
  const { setParams } = useAddress()
  const { codes } = usePack()
  const packLabels = usePackLabels()
  if (edges.length === 0) return null
  return (
    <section className="border-t px-4 py-3">
      <h3 className="label mb-1">
        {title} {count(edges.length)}
      </h3>
      <ul>
        {edges.map((edge) => {
          const other = byId.get(edge[end])
          return (
            <li key={edge.id} className="flex min-h-8 items-center gap-2 text-sm">
              <Level code={other ? codeOf(other) : 'unknown'} codes={codes} />
              <button
                type="button"
                className="min-h-6 min-w-0 truncate font-mono text-xs hover:underline"
                onClick={() => setParams({ open: edge[end] }, { replace: true })}
              >
                {other?.label ?? edge[end]}
              </button>
              <span className="ml-auto shrink-0 text-xs text-ink-3">
                {packLabels.relation(edge.relation)}
                <Unsure confidence={edge.confidence} />
              </span>
              {edge.citation && (
                <Button
                  variant="ghost"
                  size="icon-sm"
                  aria-label={`Source: ${other?.label ?? edge[end]}`}
                  onClick={() => onCite(edge.citation!)}
                >
                  <Quote />
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
