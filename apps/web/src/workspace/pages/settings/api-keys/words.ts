import type { Role } from '@veritrace/contract/endpoint'
import type { ApiKey } from '@veritrace/contract/provenance/access'

/** From the least to the most, with what a key of that role may do. */
export const ROLES: readonly { role: Role; text: string }[] = [
  { role: 'viewer', text: 'reads what is here, and changes nothing' },
  { role: 'reviewer', text: 'also reviews evidence and disclosures' },
  { role: 'member', text: 'also writes pages, evidence, requests and statements' },
  { role: 'admin', text: 'also publishes, and looks after settings, keys and webhooks' },
  { role: 'owner', text: 'everything, also paying for the workspace and deleting it' },
]

export const PRODUCTS: Readonly<Record<string, string>> = {
  provenance: 'Trust pages and vendors',
  graph: 'Knowledge graph',
  casework: 'Casework',
}

export function mayText({ role, scopes }: Pick<ApiKey, 'role' | 'scopes'>): string {
  const who = role ?? 'all that its maker may'
  return scopes.length === 0 ? `${who}, everywhere` : `${who}, ${scopes.join(', ')}`
}
