// The headers that select the tenant, workspace and context of a call.
import { fail } from '../errors.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

export interface ScopeHeaders {
  tenant?: string
  workspace?: string
  context?: string
}

// A repeated header is joined with a comma and a space, which none of these patterns match.
const IDENTIFIER = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/
const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const SLUG_RULE = ' A workspace ID has up to 63 characters: a-z, 0-9 and inner hyphens.'
const CONTEXT = /^[\x21-\x7e]{1,512}$/

/** Returns the headers that are present; 400 if one is malformed. */
export const readScopeHeaders = (headers: Headers): ScopeHeaders => ({
  tenant: read(headers['x-tenant-id'], 'X-Tenant-ID', IDENTIFIER),
  workspace: read(headers['x-workspace-id'], 'X-Workspace-ID', SLUG, SLUG_RULE),
  context: read(headers['x-context-id'], 'X-Context-ID', CONTEXT),
})

export function requireScopeHeaders(scope: ScopeHeaders): void {
  const missing =
    (scope.tenant === undefined && 'X-Tenant-ID') ||
    (scope.workspace === undefined && 'X-Workspace-ID') ||
    (scope.context === undefined && 'X-Context-ID')
  if (missing) fail('missing_header', `The header ${missing} is missing.`, { header: missing })
}

function read(value: Headers[string], name: string, pattern: RegExp, hint = ''): string | undefined {
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string' && pattern.test(value)) return value
  return fail('bad_request', `The header ${name} is malformed or repeated.${hint}`)
}
