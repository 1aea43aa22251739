// What the engine may be asked. A query that comes again in the same way, from where nothing has changed, was allowed
// already.
import { fail } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import { type Dataset, queryDataset } from '../guard/dataset.ts'
import { negotiate } from '../guard/negotiate.ts'
import type { ParsedQuery } from '../guard/parse.ts'
import { checkScope } from '../guard/scope.ts'
import { namedVariables } from '../guard/select-star.ts'
import type { Scope } from '../scope/scope.ts'
import { scopeWith } from './graph-scope.ts'
import type { ProtocolInput } from './protocol.ts'

export interface Wish {
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

/** What a query was allowed by, and what it may be asked. Of the caller nothing else counts for a query. */
type Known = Pick<Wish, 'contexts' | 'accept'> &
  Pick<Scope, 'contextId' | 'width'> &
  Pick<ProtocolInput, 'unionDefaultGraph'> & { allowed: Allowed }

/** By the parsed text: that of a text which is asked often is kept (recall.ts), for each context on its own. */
const last = new WeakMap<ParsedQuery, Known>()

/** Throws where the scope is left, or where the answer cannot be written as it was asked for. */
export function allow(parsed: ParsedQuery, wish: Wish): Allowed {
  if (!isPlain(wish.input)) return allowAnew(parsed, wish)
  const known = last.get(parsed)
  if (known && isSame(known, wish)) return known.allowed
  const allowed = allowAnew(parsed, wish)
  const { contexts, accept, scope, input } = wish
  const { contextId, width } = scope
  last.set(parsed, { contexts, accept, contextId, width, unionDefaultGraph: input.unionDefaultGraph, allowed })
  return allowed
}

/** Those who name graphs, or ask for more than an answer, are few, and looked at each time. */
const isPlain = ({ defaultGraphUris = [], namedGraphUris = [], explain }: ProtocolInput): boolean =>
  defaultGraphUris.length === 0 && namedGraphUris.length === 0 && !explain

const isSame = (known: Known, { contexts, accept, scope, input }: Wish): boolean =>
  known.contexts === contexts &&
  known.accept === accept &&
  known.contextId === scope.contextId &&
  known.width === scope.width &&
  known.unionDefaultGraph === input.unionDefaultGraph

function allowAnew(parsed: ParsedQuery, { caller, scope, contexts, input, accept }: Wish): Allowed {
  const graphs = scopeWith(contexts, caller, scope)
  checkScope(parsed, graphs)
  const { explain, ...parameters } = input
  const dataset = queryDataset(parsed, graphs, parameters)
  const format =
    negotiate(accept, parsed.form) ?? fail('not_acceptable', `The answer of ${parsed.form} cannot be written so.`)
  if (explain) fail('explain_unavailable', 'The engine of this server runs queries and does not tell its plans.')
  return { text: namedVariables(parsed), dataset, format }
}
