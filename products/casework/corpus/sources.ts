// The sources of built-in packs. Uploaded packs name unreviewed addresses, so nothing is fetched for them.

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

/** Sources that the collector can read; named graphs only if a graph is configured. */
export const collectedOf = (deps: Pick<Casework, 'packs' | 'graphFor'>): Sourced[] =>
  sourcesOf(deps).filter(({ source }) => isRead(source.importer) && (!isGraph(source) || deps.graphFor !== undefined))

/** Graphs are read in every mode: they are neither in the mirror nor web pages. */
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
