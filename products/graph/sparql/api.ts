// SPARQL: query and update, compatible with standard clients.
import { sparql } from '@veritrace/contract/graph/sparql'
import { implement } from '@veritrace/platform/implement'
import type { Graph } from '../deps.ts'
import { openGuesses } from './guesses.ts'
import { readAddressed, readPosted } from './protocol.ts'
import { openTexts, runQuery } from './run-query.ts'
import { runUpdate } from './run-update.ts'
import { openTurns } from './turns.ts'

export function sparqlApi(graph: Graph) {
  const deps = {
    ...graph,
    turns: openTurns(),
    texts: openTexts(),
    guesses: openGuesses(graph),
  }
  return implement(sparql, {
    query: (input, caller) => runQuery(deps, caller, readPosted('query', input), input),
    queryByAddress: (input, caller) => runQuery(deps, caller, readAddressed(input), input),
    update: (input, caller) => runUpdate(deps, caller, readPosted('update', input), input),
  })
}
