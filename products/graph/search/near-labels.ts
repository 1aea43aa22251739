// The labeled nodes with the nearest vectors. During a replacement the copy is read (docs/adr/0031), which is embedded
// later. Until then, vectors of the context are used if the copy has the same label text.
import { LABELS_SPACE } from '@veritrace/contract/graph/search'
import type { Graph } from '../deps.ts'
import { counterpartName, isCopy } from '../scope/rules.ts'
import { findNearest, type NearNode, type NearQuery } from './find-nearest.ts'
import { textsInContext } from './node-texts.ts'
import { inRank } from './rules.ts'
import { listFacts, type Within } from './store.ts'
import { storedSpace } from './stored-space.ts'
import type { SpaceRow } from './tables.ts'
import { listSpaces } from './vector-store.ts'

type Parts = Pick<Graph, 'db' | 'search'>

interface LabelSpaces {
  own: SpaceRow[]
  /** During a replacement: the spaces of the context that is being replaced. */
  replaced: SpaceRow[]
}

export async function labelSpaces({ db, search }: Parts, [tenant, workspace, context]: Within): Promise<LabelSpaces> {
  const inContext = (name: string | undefined) =>
    listSpaces(db, tenant, workspace, name, storedSpace(search, LABELS_SPACE))
  return {
    own: await inContext(context),
    replaced: context !== undefined && isCopy(context) ? await inContext(counterpartName(context)) : [],
  }
}

export const hasVectors = ({ own, replaced }: LabelSpaces): boolean =>
  [...own, ...replaced].some(({ vectors }) => vectors > 0)

export async function nearLabels(
  deps: Parts,
  within: Within,
  { own, replaced }: LabelSpaces,
  query: NearQuery,
): Promise<{ near: NearNode[]; isAll: boolean }> {
  const near = await findNearest(deps, within, own, query)
  if (replaced.length === 0) return { near, isAll: near.length < query.limit }
  const before = await findNearest(deps, within, replaced, query)
  const known = new Set(near.map(({ node }) => node))
  const current = (await stillCurrent(deps, within, before)).filter(({ node }) => !known.has(node))
  return {
    near: [...near, ...current].toSorted(inRank).slice(0, query.limit),
    isAll: near.length < query.limit && before.length < query.limit,
  }
}

async function stillCurrent({ db }: Parts, within: Within, near: readonly NearNode[]): Promise<NearNode[]> {
  const [tenant, workspace] = within
  const nodes = near.map(({ node }) => node)
  const facts = await listFacts(db, within, nodes, 'descriptions')
  const texts = new Map(textsInContext({ tenant, workspace }, nodes, facts).map((one) => [one.node, one]))
  return near.flatMap((one) => {
    const text = texts.get(one.node)
    return text && text.textHash === one.textHash ? [{ ...one, statement: text.label }] : []
  })
}
