// What the engine may be asked. A query that comes again in the same way, from where nothing has changed, was allowed already.
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

/** By the parsed text: that of a text which is asked often is kept (recall.ts), for each context on its own. */
const last = new WeakMap<ParsedQuery, Wish & { allowed: Allowed }>()

/** Throws where the scope or the limits are left. */
export function allow(parsed: ParsedQuery, wish: Wish): Allowed {
  const known = last.get(parsed)
  if (known && isSame(known, wish)) return known.allowed
  const allowed = allowAnew(parsed, wish)
  last.set(parsed, { ...wish, allowed })
  return allowed
}

/** Of the caller nothing else counts for a query. */
const isSame = (one: Wish, other: Wish): boolean =>
  one.contexts === other.contexts &&
  one.accept === other.accept &&
  one.scope.contextId === other.scope.contextId &&
  one.scope.width === other.scope.width &&
  one.input.unionDefaultGraph === other.input.unionDefaultGraph &&
  namesNone(one.input) &&
  namesNone(other.input)

const namesNone = ({ defaultGraphUris = [], namedGraphUris = [], explain }: ProtocolInput): boolean =>
  defaultGraphUris.length === 0 && namedGraphUris.length === 0 && !explain

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
