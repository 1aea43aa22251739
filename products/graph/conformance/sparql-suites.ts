// The W3C SPARQL 1.1 suites that apply to a service without federation.
import { readEntries } from './manifest.ts'
import { runTests, type SuiteRun } from './outcome.ts'
import { protocolProblem } from './protocol-suite.ts'
import { queryProblem } from './query-suite.ts'
import { openService } from './service.ts'
import { updateProblem } from './update-suite.ts'

const SUITES = [
  { title: 'SPARQL 1.1 Query', manifest: 'manifest-sparql11-query.ttl', problemOf: queryProblem },
  { title: 'SPARQL 1.1 Update', manifest: 'manifest-sparql11-update.ttl', problemOf: updateProblem },
  { title: 'SPARQL 1.1 Results: CSV, TSV, JSON', manifest: 'manifest-sparql11-results.ttl', problemOf: queryProblem },
  { title: 'SPARQL 1.1 Protocol', manifest: 'protocol/manifest.ttl', problemOf: protocolProblem },
  { title: 'SPARQL 1.1 Federated Query, syntax', manifest: 'syntax-fed/manifest.ttl', problemOf: queryProblem },
] as const

export async function runSparqlSuites(): Promise<SuiteRun[]> {
  const service = await openService()
  const runs: SuiteRun[] = []
  for (const { title, manifest, problemOf } of SUITES)
    runs.push(await runTests(title, readEntries(manifest), (entry) => problemOf(service, entry)))
  return runs
}
