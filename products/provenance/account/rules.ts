// Company names, secret fields in exports, and the source of entitlements. Pure functions.

/** Names that differ only in case, accents, punctuation or spaces have the same key. */
export const companyKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** The readable start of a tenant's id. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '') || 'workspace'

/** Also applies inside JSON columns. `token_hint` is not secret, but useless outside the service. */
const SECRET = /(^|_)(secret|secrets|token|tokens|password|hash|sealed)(_|$)|^(custom_headers|storage_key|search)$/

const isSecretField = (name: string): boolean => SECRET.test(name)

export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isSecretField(name))
      .map(([name, inner]) => [name, withoutSecrets(inner)]),
  )
}

/** Names from the specification that differ from the table's name. */
const PART_NAMES: Record<string, string> = {
  'platform.members': 'memberships',
  'provenance.pages': 'trust_pages',
  'provenance.pinned_vendors': 'vendor_picks',
}
export const partName = (table: string): string => PART_NAMES[table] ?? table.replace(/^[^.]+\./, '')

type Source = 'plan' | 'trial' | 'override' | 'demo'
export function sourceOf(facts: { demo: boolean; overridden: boolean; onTrial: boolean }): Source {
  if (facts.demo) return 'demo'
  if (facts.overridden) return 'override'
  return facts.onTrial ? 'trial' : 'plan'
}
