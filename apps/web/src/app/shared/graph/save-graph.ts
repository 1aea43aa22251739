import { csv } from '../../../ui/csv.ts'
import { saveBlob, saveText } from '../../../ui/save.ts'
import { codeOf, degreeOf, type GraphData } from './graph-model.ts'

export function saveImage(blob: Blob | null): void {
  if (blob) saveBlob('graph.png', blob)
}

export function saveNodes({ nodes }: GraphData): void {
  const rows = nodes.map((node) => [node.type, node.label, codeOf(node), node.group ?? '', node.depth, degreeOf(node)])
  saveText('nodes.csv', 'text/csv', csv([['type', 'name', 'code', 'group', 'step', 'edges'], ...rows]))
}

/** One row per edge, with all fields of both nodes. */
export function saveEdges({ nodes, edges }: GraphData): void {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const rows = edges.map(({ from, to, relation, count }) => {
    const [a, b] = [byId.get(from)!, byId.get(to)!]
    return [a.type, a.label, codeOf(a), relation, b.type, b.label, codeOf(b), count ?? 1]
  })
  const head = ['from_type', 'from', 'from_code', 'relation', 'to_type', 'to', 'to_code', 'count']
  saveText('graph.csv', 'text/csv', csv([head, ...rows]))
}
