// The scope of a call: the caller's tenant and workspace, and one context or all contexts of the workspace.

import type { Caller } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import { contextIri, readContext, readWidth, type Width } from './rules.ts'

export interface Scope {
  tenant: string
  workspace: string
  /** The name of the context in X-Context-ID. */
  context: string
  /** The IRI of the context in X-Context-ID. */
  contextId: string
  width: Width
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

export function scopeOf(caller: Caller, headers: Headers): Scope {
  const { tenant, workspace, context } = caller
  // The HTTP layer does not require this header from sessions of the web app.
  if (context === undefined) fail('missing_header', 'The header X-Context-ID is missing.', { header: 'X-Context-ID' })
  const verdict = readContext(context, tenant, workspace)
  if ('refused' in verdict) return refuse(verdict.refused)
  const width =
    readWidth(headers['x-graph-scope']) ?? fail('bad_request', 'The header X-Graph-Scope must be context or workspace.')
  return { tenant, workspace, context: verdict.name, contextId: contextIri(tenant, workspace, verdict.name), width }
}

/** The context to read, or undefined for the whole workspace. */
export const onlyContext = ({ width, context }: Scope): string | undefined =>
  width === 'context' ? context : undefined

const refuse = (why: 'foreign' | 'malformed'): never =>
  why === 'foreign'
    ? fail('graph_out_of_scope', 'X-Context-ID is a graph of another workspace.')
    : fail(
        'bad_request',
        'X-Context-ID must be the IRI of a context, or its name: 1 to 128 characters of a-z, A-Z, 0-9 and . _ ~ -',
      )
