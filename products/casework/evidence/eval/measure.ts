// Measures one estate: runs the reader and compares it with the oracle, the library and the published lists.

import { openNamespaces } from '../../model/namespaces.ts'
import { loadBuiltIn } from '../../packs/built-in.ts'
import { readVocabulary } from '../../packs/vocabulary.ts'
import { readRepository } from '../source/read-repository.ts'
import type { NameSource } from '../source/uses/found.ts'
import { agreementOf } from './library-references.ts'
import { compareKinds, listedTypes } from './published-kinds.ts'
import { recallOf } from './recall.ts'
import { repositoryFiles } from './repository-files.ts'
import { drawSamples } from './samples.ts'
import { suspiciousNames } from './suspicious.ts'

export interface MeasureOrder {
  folder: string
  samples: number
  seed: number
}

export type EstateReport = Awaited<ReturnType<typeof measure>>

export async function measure({ folder, samples, seed }: MeasureOrder) {
  const [pack] = await loadBuiltIn()
  const sources = repositoryFiles(folder)
  const started = performance.now()
  const reading = readRepository(sources, openNamespaces(readVocabulary(pack!.importers).namespaces))
  const seconds = (performance.now() - started) / 1000
  // This process has run nothing else.
  const megabytes = process.resourceUsage().maxRSS / 1024
  const listed = await listedTypes()
  const names = new Map<NameSource, number>()
  let edges = 0
  for (const { resolved } of reading.files.values())
    for (const { from, isSap } of resolved)
      if (isSap) {
        names.set(from, (names.get(from) ?? 0) + 1)
        edges++
      }
  return {
    files: sources.length,
    objects: reading.objects,
    seconds,
    megabytes,
    statements: reading.statements,
    resolved: reading.resolved,
    closedStatements: reading.closed.statements,
    closedResolved: reading.closed.resolved,
    edges,
    names: Object.fromEntries(names),
    recall: recallOf(sources, reading),
    kinds: compareKinds(reading, listed),
    suspicious: suspiciousNames(sources, reading, listed),
    agreement: agreementOf(sources, reading),
    samples: drawSamples(sources, reading, samples, seed),
  }
}
