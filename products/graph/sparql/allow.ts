// Checks a query against its scope and selects the answer format. A repeated query in an unchanged workspace reuses the
// earlier result.

import type { Caller } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import { type Dataset, queryDataset } from '../guard/dataset.ts'
import { negotiate } from '../guard/negotiate.ts'
import type { ParsedQuery } from '../guard/parse.ts'
import { checkScope } from '../guard/scope.ts'
import { namedVariables } from '../guard/select-star.ts'
import type { Scope } from '../scope/scope.ts'
import { scopeWith } from './graph-scope.ts'
import type { ProtocolInput } from './protocol.ts'

export interface QueryRequest {
  caller: Caller
  scope: Scope
  /** The names of the workspace's contexts. */
  contexts: readonly string[]
  input: ProtocolInput
  accept: string | undefined
}

export interface Allowed {
  text: string
  dataset: Dataset
  format: string
}

/** A query request and its checked form. Nothing else about the caller affects a query. */
type Known = Pick<QueryRequest, 'contexts' | 'accept'> &
  Pick<Scope, 'contextId' | 'width'> &
  Pick<ProtocolInput, 'unionDefaultGraph'> & { allowed: Allowed }

/**
 * By parsed text. Texts of frequent queries are cached per context (recall.ts), so their parsed form is the same
 * object.
 */
const last = new WeakMap<ParsedQuery, Known>()

/** Throws if the query leaves its scope, or if no accepted format fits. */
export function allow(parsed: ParsedQuery, request: QueryRequest): Allowed {
  if (!isPlain(request.input)) return checkQuery(parsed, request)
  const known = last.get(parsed)
  if (known && isSame(known, request)) return known.allowed
  const allowed = checkQuery(parsed, request)
  const { contexts, accept, scope, input } = request
  const { contextId, width } = scope
  last.set(parsed, { contexts, accept, contextId, width, unionDefaultGraph: input.unionDefaultGraph, allowed })
  return allowed
}

/** Requests with graph parameters or `explain` are rare and always checked. */
const isPlain = ({ defaultGraphUris = [], namedGraphUris = [], explain }: ProtocolInput): boolean =>
  defaultGraphUris.length === 0 && namedGraphUris.length === 0 && !explain

const isSame = (known: Known, { contexts, accept, scope, input }: QueryRequest): boolean =>
  known.contexts === contexts &&
  known.accept === accept &&
  known.contextId === scope.contextId &&
  known.width === scope.width &&
  known.unionDefaultGraph === input.unionDefaultGraph

function checkQuery(parsed: ParsedQuery, { caller, scope, contexts, input, accept }: QueryRequest): Allowed {
  const graphs = scopeWith(contexts, caller, scope)
  checkScope(parsed, graphs)
  const { explain, ...parameters } = input
  const dataset = queryDataset(parsed, graphs, parameters)
  const format =
    negotiate(accept, parsed.form) ??
    fail('not_acceptable', `No accepted type can represent the result of ${parsed.form}.`)
  if (explain) fail('explain_unavailable', 'The engine of this server cannot show query plans.')
  return { text: namedVariables(parsed), dataset, format }
}
