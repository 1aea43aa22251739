// The schema of each file of a pack. Strict: an unknown field is a mistake of the author.
import { t } from '@veritrace/contract/endpoint'
import { oneOf, strict } from '@veritrace/contract/wire'
import type { TSchema } from '@veritrace/platform/json-schema'

const optional = t.Optional
const Id = t.String({ minLength: 1, maxLength: 120, pattern: '^[A-Za-z0-9][A-Za-z0-9_.:/-]*$' })
const Line = t.String({ minLength: 1, maxLength: 300 })
const Text = t.String({ maxLength: 20_000 })
const Code = t.String({ minLength: 1, maxLength: 40 })
const Count = t.Number({ minimum: 0, maximum: 1_000_000 })
const Address = t.String({ minLength: 1, maxLength: 2048 })
const Free = t.Record(t.String(), t.Unknown())
const Cell = t.Unsafe<string | number | boolean | null>({ type: ['string', 'number', 'boolean', 'null'] })
const words = t.Record(t.String(), t.String({ maxLength: 300 }))
const numbers = t.Record(t.String(), t.Number())
const some = <T extends TSchema>(items: T, maxItems = 500) => t.Array(items, { maxItems, default: [] })

/** A file whose only key is a list. */
const listFile = <const K extends string, T extends TSchema>(key: K, item: T) =>
  strict({ [key]: t.Array(item, { maxItems: 1000 }) } as Record<K, ReturnType<typeof t.Array<T>>>)

export const PackFile = strict({
  id: t.String({ pattern: '^[a-z][a-z0-9-]{1,62}$' }),
  version: t.String({ pattern: '^\\d+\\.\\d+\\.\\d+$', maxLength: 30 }),
  title: Line,
  description: t.String({ maxLength: 4000, default: '' }),
  license: Line,
  disclaimer: t.String({ maxLength: 2000, default: '' }),
  core_compat: t.String({ pattern: '^(?:(?:>=|<=|>|<|=)?\\d+(?:\\.\\d+){0,2}(?: |$))+$', maxLength: 60 }),
  default_target: Id,
  rating_scheme: strict({
    id: Id,
    codes: t.Array(Code, { minItems: 2, maxItems: 12, uniqueItems: true }),
    labels: t.Record(t.String(), t.String({ maxLength: 300 }), { default: {} }),
    unknown: t.String({ default: 'unknown', minLength: 1, maxLength: 40 }),
    order: oneOf(['best_first'], { default: 'best_first' }),
  }),
  naming: strict({ iri_base: t.String({ pattern: '^[a-z][a-z0-9+.-]*:\\S+$', maxLength: 200 }), kind: Id }),
  terms: t.Record(t.String(), t.String({ maxLength: 300 }), { default: {} }),
})

export const TargetsFile = listFile(
  'targets',
  strict({
    profile_id: Id,
    label: Line,
    acceptable: t.Array(Code, { minItems: 1, maxItems: 12 }),
    with_exemption: some(Code, 12),
    lists: some(strict({ role: Id, list: t.String({ pattern: '^[A-Za-z0-9_.-]+\\*?$', maxLength: 120 }) }), 100),
    options: optional(words),
  }),
)

export const OptionsFile = listFile(
  'options',
  strict({
    id: Id,
    title: Line,
    explanation: Text,
    values: t.Array(Code, { minItems: 2, maxItems: 20 }),
    fallback: Code,
  }),
)

const Acceptance = t.Union([
  strict({ kind: t.Literal('rating_at_least'), code: Code }),
  strict({ kind: t.Literal('findings_cleared'), check_ids: t.Array(t.String(), { maxItems: 50 }) }),
  strict({ kind: t.Literal('unused_confirmed') }),
  strict({ kind: t.Literal('manual'), text: Line }),
])

export const ActionsFile = listFile(
  'actions',
  strict({
    id: Id,
    title: Line,
    description: Text,
    effort: strict({ low: Count, likely: Count, high: Count }),
    multiplier: optional(strict({ per: Id, days: Count })),
    resulting_code: Code,
    acceptance: some(Acceptance, 20),
    wave: optional(t.Integer({ minimum: 0, maximum: 50 })),
    exempts: optional(t.Boolean()),
  }),
)

export const IntentsFile = listFile(
  'intents',
  strict({
    id: Id,
    title: Line,
    description: Text,
    examples: some(Line, 20),
    patterns: some(t.String({ minLength: 1 }), 30),
    keywords: some(Line, 60),
    params: t.Record(t.String(), t.Unknown(), { default: {} }),
    requires: some(oneOf(['project', 'case', 'catalog']), 3),
    answer_kind: oneOf(['resolution', 'table', 'graph', 'text', 'plan']),
    route: strict({ method: oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']), path: t.String({ pattern: '^/' }) }),
    template: Text,
  }),
)

export const RelationsFile = listFile(
  'relations',
  strict({
    id: Id,
    label: Line,
    predicate: Address,
    inverse: optional(Line),
    includes: optional(t.Array(Id, { maxItems: 50 })),
  }),
)

export const ControlsFile = listFile(
  'controls',
  strict({
    id: Id,
    title: Line,
    description: Text,
    category: oneOf(['governance', 'evidence', 'catalog', 'delivery', 'security']),
    severity: oneOf(['low', 'medium', 'high']),
    weight: Count,
    measure: Id,
    threshold: t.Number(),
    compare: oneOf(['at_most', 'at_least']),
    unit: t.String({ maxLength: 40 }),
    remediation: strict({ text: Text, guidance_id: optional(Id), href: Address }),
    query: strict({ language: oneOf(['sparql', 'sql']), text: Text }),
  }),
)

export const CaseTypesFile = listFile(
  'case_types',
  strict({
    id: Id,
    title: Line,
    description: Text,
    steps: t.Array(Line, { minItems: 1, maxItems: 40 }),
    approvals_required: t.Integer({ minimum: 0, maximum: 10 }),
  }),
)

export const SourcesFile = listFile(
  'sources',
  strict({
    id: Id,
    kind: oneOf(['catalog', 'guidance', 'reference']),
    title: Line,
    uri: Address,
    list_id: optional(t.String({ pattern: '^[A-Za-z0-9_.-]+\\*?$', maxLength: 120 })),
    role: optional(Id),
    importer: Id,
    version_label: t.String({ maxLength: 120, default: '' }),
    license: strict({
      spdx: Line,
      attribution: t.String({ maxLength: 1000 }),
      url: t.String({ maxLength: 2048 }),
      may_store_text: t.Boolean(),
      may_redistribute: t.Boolean(),
    }),
    refresh_hours: t.Integer({ minimum: 1, maximum: 10_000 }),
    used_for: some(Line, 50),
    complete: optional(t.Boolean()),
    sample: optional(t.String({ maxLength: 200 })),
  }),
)

export const ScoringFile = t.Object({
  values: numbers,
  debt: numbers,
  bands: strict({ high: t.Number({ minimum: 0, maximum: 1 }), medium: t.Number({ minimum: 0, maximum: 1 }) }),
  busy_executions: optional(t.Integer({ minimum: 0 })),
})

export const ImportersFile = strict({ importers: Free })
export const UiFile = Free

export const RuleFile = strict({
  id: Id,
  version: t.String({ minLength: 1, maxLength: 40 }),
  hit_policy: oneOf(['first'], { default: 'first' }),
  inputs: t.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }),
  rows: t.Array(
    strict({
      id: Id,
      when: t.Record(t.String(), Cell, { default: {} }),
      // biome-ignore lint/suspicious/noThenProperty: the usual word in decision tables.
      then: t.Record(t.String(), Cell),
      source: optional(t.String({ maxLength: 2048 })),
    }),
    { minItems: 1, maxItems: 1000 },
  ),
})

export const GuidanceFront = strict({
  id: Id,
  title: Line,
  applies_when: Text,
  match: strict(
    {
      codes: optional(t.Array(Code)),
      actions: optional(t.Array(Id)),
      types: optional(t.Array(Line)),
      names: optional(t.Array(Line)),
      intents: optional(t.Array(Id)),
      phases: optional(t.Array(Line)),
    },
    { default: {} },
  ),
  action_id: optional(Id),
  strength: oneOf(['required', 'recommended', 'consider', 'avoid']),
  audience: some(oneOf(['architect', 'developer', 'manager']), 3),
  examples: some(strict({ before: Text, after: Text, language: t.String({ maxLength: 40 }) }), 10),
  references: some(strict({ title: Line, url: Address }), 30),
  reviewed_at: t.String({ format: 'date' }),
})

export const TestFile = t.Array(
  strict({
    name: optional(Line),
    given: t.Record(t.String(), t.Unknown()),
    expect: t.Record(t.String(), Cell, { minProperties: 1 }),
  }),
  { maxItems: 2000 },
)
