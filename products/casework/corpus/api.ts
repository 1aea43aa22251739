// The corpus and its collector: the endpoints of contract/casework/corpus.ts.
import { corpus, type ExtractOrder } from '@veritrace/contract/casework/corpus'
import type { Caller } from '@veritrace/platform/caller'
import { implement } from '@veritrace/platform/implement'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { exportClassification } from './classification/export-classification.ts'
import { requestExtract } from './collect/request-extract.ts'
import { compareLists } from './compare-lists.ts'
import { corpusStatus } from './corpus-status.ts'
import { crawlStatus } from './crawl-status.ts'
import { readEntries, readEntry } from './read-corpus.ts'

export const corpusApi = (deps: Casework) => {
  const extract = ({ body }: { body: ExtractOrder }, caller: Caller) => requestExtract(deps, caller, body)

  return implement(corpus, {
    list: ({ query }, caller) => readEntries(deps, scopeOf(caller), query),
    get: ({ params, query }, caller) => readEntry(deps, scopeOf(caller), params.id, query.diff),
    compare: ({ query }, caller) => compareLists(deps, scopeOf(caller), query),
    classification: ({ query }, caller) => exportClassification(deps, scopeOf(caller), query),
    status: (_, caller) => corpusStatus(deps, scopeOf(caller)),
    extract,
    recrawl: extract,
    crawlStatus: (_, caller) => crawlStatus(deps, scopeOf(caller)),
  })
}
