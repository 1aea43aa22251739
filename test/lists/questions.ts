// The requests for a list: its first page, and each of its documented filters and orders.
import { type Endpoint, propertiesOf } from '@veritrace/contract/endpoint'
import { WORD } from '../strangers/speaker.ts'
import type { Customer } from './world.ts'

interface Schema {
  type?: string
  enum?: readonly string[]
  anyOf?: readonly { format?: string }[]
  format?: string
}

/** As query strings; the first one has no filters. */
export function questionsOf(endpoint: Endpoint, who: Customer): string[] {
  const always = ALWAYS[endpoint.path]?.(who) ?? {}
  const ask = (more: Record<string, string>): string => `?${new URLSearchParams({ limit: '20', ...always, ...more })}`
  const query = Object.entries(propertiesOf(endpoint.spec.query)) as [string, Schema][]
  const asked = query.filter(([name]) => !NO_FILTERS.includes(name) && !(name in always))
  const more = asked.flatMap(([name, schema]) =>
    valuesOf(endpoint, name, schema, who).map((value) => ask({ [name]: value })),
  )
  return [ask({}), ...more]
}

const NO_FILTERS = ['limit', 'cursor', 'offset', 'format', 'include', 'compare', 'after', 'facets']

/** For long enumerations the first and the last value: one that rows have, and one that they do not. */
function valuesOf(endpoint: Endpoint, name: string, schema: Schema, who: Customer): readonly string[] {
  const known = VALUES[`${endpoint.path} ${name}`] ?? VALUES[name]
  if (known) return known(who)
  if (schema.enum)
    return schema.enum.length > 4 && name !== 'sort' ? [schema.enum[0]!, schema.enum.at(-1)!] : schema.enum
  if (schema.type === 'boolean') return ['true', 'false']
  const isMoment = schema.format === 'date-time' || schema.anyOf?.some(({ format }) => format === 'date-time')
  return isMoment ? ['2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z'] : ['nothing-like-it']
}

type Values = (who: Customer) => readonly string[]
const NOTHING = () => []
const VALUES: Record<string, Values> = {
  q: () => [WORD, 'zqzq', 'mark'],
  project_id: ({ theirs }) => [theirs('/projects').id!],
  case_id: ({ theirs }) => [theirs('/cases').id!],
  page_slug: ({ theirs }) => [theirs('/app/pages').slug!],
  pack: () => ['clean-core'],
  target: NOTHING,
  owner: () => ['me', 'nobody'],
  mentions: () => ['TABL:VBAK'],
  artifact_id: () => ['TABL:VBAK'],
  '/public/trust-pages published': () => ['true'],
  '/app/audit-log resource': () => ['page', 'page:nothing'],
  '/app/audit-log action': () => ['page.', 'nothing-like-it'],
  '/search type': () => ['http://example.com/Thing'],
  '/search predicate': () => ['http://example.com/says'],
  '/artifacts changed_between': NOTHING,
  '/artifacts case_id': NOTHING,
  '/guidance case_id': NOTHING,
  '/cases tag': ({ name }) => [`mark-of-${name}`, 'nothing'],
  '/cases code': () => ['A', 'D'],
  '/plan/versions id': NOTHING,
}
const ALWAYS: Record<string, (who: Customer) => Record<string, string>> = {
  '/app/search': () => ({ q: WORD }),
  '/search': () => ({ q: WORD }),
  '/corpus/compare': () => ({ from: 'pce-2022-1', to: 'pce-2023-3' }),
  '/plan/versions': ({ name }) => ({ key: `mark-of-${name}` }),
}
