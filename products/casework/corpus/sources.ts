// Which sources there are: those of the packs that come with the product. A workspace's own pack names addresses that
// nobody here has looked at, so nothing is fetched for it.

import type { Casework } from '../deps.ts'
import type { Pack, SourceSpec } from '../packs/pack.ts'
import { GRAPH_CONTEXT, isRead } from './importers/importers.ts'
import type { SourceKey } from './source-store.ts'

export interface Sourced {
  pack: Pack
  source: SourceSpec
}
export type CollectorMode = 'online' | 'mirror' | 'offline'

export const sourcesOf = ({ packs }: Pick<Casework, 'packs'>): Sourced[] =>
  packs.builtIn().flatMap((pack) => pack.sources.map((source) => ({ pack, source })))

/** What the collector can bring and read: named graphs only where there is a graph to ask. */
export const collectedOf = (deps: Pick<Casework, 'packs' | 'graphFor'>): Sourced[] =>
  sourcesOf(deps).filter(({ source }) => isRead(source.importer) && (!isGraph(source) || deps.graphFor !== undefined))

/** Whatever the mode of the collector: a graph is neither a file of the mirror nor a page. */
export const isGraph = ({ importer }: SourceSpec): boolean => importer === GRAPH_CONTEXT

export const isOnline = ({ uri }: SourceSpec): boolean => /^https?:/.test(uri)

export const sourceKey = (space: string, { pack, source }: Sourced): SourceKey => ({
  space,
  pack_id: pack.ref.id,
  source_id: source.id,
})

export function modeOf({ config }: Pick<Casework, 'config'>): CollectorMode {
  if (config.casework.mirrorDir) return 'mirror'
  return config.casework.online ? 'online' : 'offline'
}
