// What a plan lets a query cost.

type Plan = 'free' | 'pro' | 'enterprise'

export interface QueryLimits {
  timeoutMs: number
  maxRows: number
  maxBytes: number
}

const MIB = 1024 * 1024
const LIMITS: Record<Plan, QueryLimits> = {
  free: { timeoutMs: 5_000, maxRows: 10_000, maxBytes: 8 * MIB },
  pro: { timeoutMs: 30_000, maxRows: 200_000, maxBytes: 64 * MIB },
  enterprise: { timeoutMs: 120_000, maxRows: 2_000_000, maxBytes: 256 * MIB },
}

/** X-Query-Timeout-Ms can only lower the time; undefined where it is no number. */
export function limitsFor(plan: Plan, timeoutHeader: string | undefined): QueryLimits | undefined {
  const limits = LIMITS[plan]
  if (timeoutHeader === undefined) return limits
  if (!/^[1-9]\d{0,6}$/.test(timeoutHeader)) return undefined
  return { ...limits, timeoutMs: Math.min(limits.timeoutMs, Number(timeoutHeader)) }
}

/** Parameters of the protocol, from the address or from a form. */
export interface ProtocolInput {
  text: string | undefined
  defaultGraphUris: string[]
  namedGraphUris: string[]
  unionDefaultGraph: boolean
}
type Query = Readonly<Record<string, unknown>>

/** A form counts for all of the request; otherwise the body is the text and the address has the parameters. */
export function readProtocol(kind: 'query' | 'update', contentType: string, body: string, query: Query): ProtocolInput {
  const many = (name: string): string[] => [query[name] ?? []].flat().map(String)
  if (!contentType.startsWith('application/x-www-form-urlencoded'))
    return {
      text: body,
      defaultGraphUris: many('default-graph-uri'),
      namedGraphUris: many('named-graph-uri'),
      unionDefaultGraph: query['union-default-graph'] === true,
    }
  const form = new URLSearchParams(body)
  return {
    text: form.get(kind) ?? undefined,
    defaultGraphUris: [...many('default-graph-uri'), ...form.getAll('default-graph-uri')],
    namedGraphUris: [...many('named-graph-uri'), ...form.getAll('named-graph-uri')],
    unionDefaultGraph: query['union-default-graph'] === true || form.get('union-default-graph') === 'true',
  }
}
