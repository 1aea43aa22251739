// Facts about the graph: its contexts, and the statistics of the selected one.
import type { StatementStats } from '@veritrace/contract/graph/statements'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Problem, type ProblemDocument, readStats, type Scope } from './api.ts'
import type { KnownTerms } from './editor/complete.ts'
import { deriveFor, WELL_KNOWN } from './rdf/prefixes.ts'

export type Loaded<T> =
  | { state: 'loading' }
  | { state: 'there'; value: T }
  | { state: 'failed'; problem: ProblemDocument }

export interface GraphFacts {
  stats: Loaded<StatementStats>
  terms: KnownTerms
  /** Call it after a change. */
  reload(): void
}

const NO_TERMS: KnownTerms = { classes: [], predicates: [], derived: {} }

export function useGraph(scope: Scope | undefined): GraphFacts {
  const [stats, setStats] = useState<Loaded<StatementStats>>({ state: 'loading' })
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reloads
  useEffect(() => {
    if (!scope) return
    const gone = new AbortController()
    readStats(scope, gone.signal).then(
      (value) => setStats({ state: 'there', value }),
      (error: unknown) => {
        if (error instanceof Problem) setStats({ state: 'failed', problem: error.document })
      },
    )
    return () => gone.abort()
  }, [scope, round])

  const terms = useMemo(() => (stats.state === 'there' ? termsOf(stats.value) : NO_TERMS), [stats])
  return { stats, terms, reload: useCallback(() => setRound((one) => one + 1), []) }
}

function termsOf({ classes, predicates }: StatementStats): KnownTerms {
  const iris = [...classes, ...predicates].map(({ iri }) => iri)
  return { classes, predicates, derived: deriveFor(iris, WELL_KNOWN) }
}

/** The last part of `urn:tenant:…:graph:facts`. */
const nameOf = (contextId: string): string => contextId.slice(contextId.lastIndexOf(':') + 1)

/** The contexts of the workspace, largest first. */
export async function listContexts(scope: Scope): Promise<string[]> {
  const { contexts } = await readStats({ ...scope, width: 'workspace' })
  return contexts.toSorted((a, b) => b.count - a.count).map(({ contextId }) => nameOf(contextId))
}
