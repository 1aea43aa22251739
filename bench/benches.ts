// All benchmarks, in the order in which they run.
import { auditBench } from './audit.bench.ts'
import { bulkBench } from './bulk.bench.ts'
import { corpusBench } from './corpus.bench.ts'
import { crawlBench } from './crawl.bench.ts'
import { evidenceBench } from './evidence.bench.ts'
import { extractBench } from './extract.bench.ts'
import { planBench } from './plan.bench.ts'
import { readinessBench } from './readiness.bench.ts'
import { replacedBench } from './replaced.bench.ts'
import { reportBench } from './report.bench.ts'
import { resolveBench } from './resolve.bench.ts'
import { runsBench } from './runs.bench.ts'
import { sparqlBench } from './sparql.bench.ts'
import { stackBench } from './stack.bench.ts'
import { streamsBench } from './streams.bench.ts'
import { traversalBench } from './traversal.bench.ts'
import { updatesBench } from './updates.bench.ts'
import { vectorsBench } from './vectors.bench.ts'
import { vendorsBench } from './vendors.bench.ts'
import { wallBench } from './wall.bench.ts'
import { webBench } from './web.bench.ts'

export interface Result {
  what: string
  ratio: number
  target: number
  detail: string
}
export interface Bench {
  name: string
  run(options: { databaseUrl: string }): Promise<Result[]>
}

export const benches: Bench[] = [
  stackBench,
  sparqlBench,
  replacedBench,
  bulkBench,
  updatesBench,
  traversalBench,
  vectorsBench,
  vendorsBench,
  crawlBench,
  extractBench,
  corpusBench,
  evidenceBench,
  readinessBench,
  planBench,
  runsBench,
  reportBench,
  resolveBench,
  streamsBench,
  auditBench,
  wallBench,
  webBench,
]
