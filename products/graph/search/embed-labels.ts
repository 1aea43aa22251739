// Computes vectors for labeled nodes, starting where the last run stopped. The change log shows what has changed; if it
// does not reach back far enough, all statements are read once. Every step is idempotent.
import { LABELS_SPACE } from '@veritrace/contract/graph/search'
import { transact } from '@veritrace/platform/db/transact'
import { bareId } from '@veritrace/platform/rdf/statement-id'
import type { Graph } from '../deps.ts'
import { counterpartName, isCopy, storedContext } from '../scope/rules.ts'
import { currentSeq } from '../statements/change-store.ts'
import { columnsOf } from '../statements/columns.ts'
import { readChanges } from '../statements/follow-statements.ts'
import { readLine } from '../terms/nquads.ts'
import { DESCRIPTIONS, LABELS } from './label-rules.ts'
import { textsInContext, textsOf } from './node-texts.ts'
import { takeProgress, updateProgress } from './progress-store.ts'
import { mostVectors } from './rules.ts'
import { listFacts, listLabelled, type SearchRow } from './store.ts'
import { storedSpace } from './stored-space.ts'
import type { ProgressRow } from './tables.ts'
import { changeVectors, listOrphans, listTextHashes, listVectors, type NewVector, takeSpace } from './vector-store.ts'

type Parts = Pick<Graph, 'db' | 'search' | 'ingesting'>

interface Workspace {
  tenant: string
  workspace: string
}

interface Place {
  context: string
  node: string
}

const LINES_AT_ONCE = 2_000
/** Takes a fifth of a second with the built-in model on a slow processor, and cannot be interrupted. */
const NODES_AT_ONCE = 4
/** The longest total wait of a run for ingestion, so that labels make progress even if documents never stop coming. */
const MOST_PATIENCE_MS = 60_000

/** Processes about `budget` nodes. Returns whether there is more to do. */
export async function embedLabels(
  deps: Parts,
  { tenant, workspace }: Workspace,
  { budget, signal }: { budget: number; signal: AbortSignal },
): Promise<boolean> {
  const progress = await takeProgress(deps.db, tenant, workspace, deps.search.embedder.kind)
  let done = 0
  const patience = AbortSignal.any([signal, AbortSignal.timeout(MOST_PATIENCE_MS)])
  while (done < budget && !signal.aborted) {
    await deps.ingesting.idle(patience)
    const step = progress.scan_to === null ? await nextChanges(deps, progress) : await nextLabelled(deps, progress)
    if (!step) return false
    for (let at = 0; at < step.length; at += NODES_AT_ONCE) {
      await deps.ingesting.idle(patience)
      await embedNodes(deps, { tenant, workspace }, step.slice(at, at + NODES_AT_ONCE), signal)
    }
    await updateProgress(deps.db, progress)
    done += step.length + 1
  }
  return true
}

/** The nodes whose labels or descriptions changed in the next changes; undefined at the end of the log. */
async function nextChanges({ db }: Parts, progress: ProgressRow): Promise<Place[] | undefined> {
  const { tenant_id, workspace_id } = progress
  const changes = await readChanges(db, tenant_id, workspace_id, progress.seq, LINES_AT_ONCE)
  if (!changes) {
    progress.scan_to = await currentSeq(db, tenant_id, workspace_id)
    progress.scan_seq = 0
    progress.scan_id = ''
    return []
  }
  if (changes.length === 0) return undefined
  progress.seq = changes.at(-1)!.seq
  const lines = changes.flatMap(({ added, removed }) => [...added, ...removed])
  return distinct(lines.flatMap((line) => placeOf(line, tenant_id, workspace_id) ?? []))
}

const NAMING = [...LABELS, ...DESCRIPTIONS].map((iri) => ` <${iri}> "`)

function placeOf(line: string, tenant: string, workspace: string): Place | undefined {
  if (!NAMING.some((part) => line.includes(part))) return undefined
  const quad = readLine(line)
  const context = storedContext(quad.graph.value, tenant, workspace)
  return context === undefined ? undefined : { context, node: columnsOf(quad).subject }
}

/** The next labeled nodes in order of arrival, and at the end the nodes that have lost their labels. */
async function nextLabelled({ db, search }: Parts, progress: ProgressRow): Promise<Place[]> {
  const { tenant_id, workspace_id, scan_to, scan_seq, scan_id } = progress
  const after = { seq: scan_seq, id: scan_id }
  const within = [tenant_id, workspace_id, undefined] as const
  const rows = await listLabelled(db, within, { after, to: scan_to!, limit: LINES_AT_ONCE })
  const last = rows.at(-1)
  if (last) {
    progress.scan_seq = last.seq
    progress.scan_id = last.id
    return distinct(rows.map(({ context, subject }) => ({ context, node: subject })))
  }
  const orphans = await listOrphans(db, tenant_id, workspace_id, storedSpace(search, LABELS_SPACE), LINES_AT_ONCE)
  if (orphans.length < LINES_AT_ONCE) {
    progress.seq = scan_to!
    progress.scan_to = null
  }
  return orphans
}

const distinct = (places: readonly Place[]): Place[] => [
  ...new Map(places.map((place) => [`${place.context} ${place.node}`, place])).values(),
]

async function embedNodes(deps: Parts, of: Workspace, places: readonly Place[], signal: AbortSignal): Promise<void> {
  for (const [context, some] of Map.groupBy(places, (place) => place.context))
    await embedContext(
      deps,
      { ...of, context },
      some.map(({ node }) => node),
      signal,
    )
}

async function embedContext(
  { db, search }: Parts,
  { tenant, workspace, context }: Workspace & { context: string },
  nodes: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const key = { tenant_id: tenant, workspace_id: workspace, context, space: storedSpace(search, LABELS_SPACE) }
  const within = [tenant, workspace, context] as const
  const ids = nodes.map(bareId)
  const known = await listTextHashes(db, key, ids)
  const facts = await listFacts(db, within, nodes, 'descriptions')
  const texts = textsOf(nodes, facts)
  const changed = texts.filter(({ nodeId, textHash }) => known.get(nodeId) !== textHash)
  const isNamed = new Set(texts.map(({ nodeId }) => nodeId))
  const remove = ids.filter((id) => known.has(id) && !isNamed.has(id))
  if (changed.length + remove.length === 0) return
  const made = isCopy(context) ? await vectorsInContext(db, key, nodes, facts) : new Map<string, Buffer>()
  const missing = changed.filter(({ nodeId }) => !made.has(nodeId))
  const vectors = await search.embedder.embed(
    missing.map(({ text }) => text),
    { tenant, signal, mayWait: true },
  )
  for (const [i, { nodeId }] of missing.entries()) made.set(nodeId, bytesOf(vectors[i]!))
  const isKnown = ({ node_id }: NewVector) => known.has(node_id)
  await transact(db, async (tx) => {
    const space = await takeSpace(tx, key, search.embedder.dimension)
    // The label may have changed in the meantime, and another worker may already have stored the new vector.
    const now = new Map(
      textsOf(nodes, await listFacts(tx, within, nodes, 'descriptions')).map((one) => [one.nodeId, one.textHash]),
    )
    const room = Math.max(0, mostVectors(space.dimension) - space.vectors)
    const set: NewVector[] = changed.flatMap(({ node, nodeId, textHash, label }) =>
      now.get(nodeId) === textHash
        ? {
            node_id: nodeId,
            node,
            vector: made.get(nodeId)!,
            statement_id: label,
            text_hash: textHash,
          }
        : [],
    )
    const fitting = [...set.filter(isKnown), ...set.filter((one) => !isKnown(one)).slice(0, room)]
    await changeVectors(tx, space, { set: fitting, remove: remove.filter((id) => !now.has(id)) })
  })
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/**
 * Vectors of the context for the same texts in its copy, so that a document with many labels is not embedded again just
 * for the duration of a replacement.
 */
async function vectorsInContext(
  db: Parts['db'],
  key: Parameters<typeof listVectors>[1],
  nodes: readonly string[],
  facts: readonly SearchRow[],
): Promise<Map<string, Buffer>> {
  const place = { tenant: key.tenant_id, workspace: key.workspace_id }
  const texts = new Map(textsInContext(place, nodes, facts).map((one) => [one.nodeId, one.textHash]))
  const rows = await listVectors(db, { ...key, context: counterpartName(key.context) }, [...texts.keys()])
  return new Map(
    rows.flatMap(({ node_id, text_hash, vector }) => (text_hash === texts.get(node_id) ? [[node_id, vector]] : [])),
  )
}
