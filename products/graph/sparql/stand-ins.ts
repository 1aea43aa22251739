// A query over contexts that are replaced while it is asked: it reads the copies of what they held before.
import type { Dataset } from '../engine/engine.ts'
import { tokens } from '../guard/scan.ts'
import { contextIri, metaGraph } from '../scope/rules.ts'
import type { StandIn } from '../statements/workspace-store.ts'

/** By the IRI of a graph, the IRI of the one that is read for it. */
type Copies = ReadonlyMap<string, string>

interface Place {
  tenant: string
  workspace: string
}

/** The same request, where any of the workspace's contexts is replaced: over the copies. */
export function readingCopies<T extends { text: string; dataset: Dataset }>(
  asked: T,
  { tenant, workspace }: Place,
  standIns: readonly StandIn[] | undefined,
): T {
  if (!standIns) return asked
  const copies: Copies = new Map(
    standIns.flatMap(([context, readIn]) => {
      const [graph, copy] = [contextIri(tenant, workspace, context), contextIri(tenant, workspace, readIn)]
      return [[graph, copy] as const, [metaGraph(graph), metaGraph(copy)] as const]
    }),
  )
  const { defaultGraphs, namedGraphs } = asked.dataset
  const read = (graphs: readonly string[]) => [...new Set(graphs.map((graph) => copies.get(graph) ?? graph))]
  const dataset = { defaultGraphs: read(defaultGraphs), namedGraphs: read(namedGraphs) }
  return { ...asked, text: spelledCopies(asked.text, copies), dataset }
}

/** GRAPH and FROM name graphs in the text itself. */
function spelledCopies(text: string, copies: Copies): string {
  let spelled = ''
  let done = 0
  for (const { kind, image, offset } of tokens(text)) {
    const copy = kind === 'iri' ? copies.get(image.slice(1, -1)) : undefined
    if (copy === undefined) continue
    spelled += `${text.slice(done, offset)}<${copy}>`
    done = offset + image.length
  }
  return spelled + text.slice(done)
}
