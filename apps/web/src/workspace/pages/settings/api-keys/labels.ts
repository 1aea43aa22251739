import type { Role } from '@veritrace/contract/endpoint'
import type { ApiKey } from '@veritrace/contract/provenance/access'

/** From least to most rights, with what each role may do. */
export const ROLES: readonly { role: Role; text: string }[] = [
  { role: 'viewer', text: 'can read everything and change nothing' },
  { role: 'reviewer', text: 'can also review evidence and disclosures' },
  { role: 'member', text: 'can also edit pages, evidence, requests and statements' },
  { role: 'admin', text: 'can also publish, and manage settings, keys and webhooks' },
  { role: 'owner', text: 'can do everything, including billing and deleting the workspace' },
]

export const PRODUCTS: Readonly<Record<string, string>> = {
  provenance: 'Trust pages and vendors',
  graph: 'Knowledge graph',
  casework: 'Casework',
}

export function mayText({ role, scopes }: Pick<ApiKey, 'role' | 'scopes'>): string {
  const who = role ?? 'same as its creator'
  return scopes.length === 0 ? `${who}, everywhere` : `${who}, ${scopes.join(', ')}`
}
