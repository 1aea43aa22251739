// Knowledge packs: installed packs, their rules, and the version and settings that a workspace uses.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { bytes } from '../media.ts'
import { DateTime, named, nullable, oneOf, strict } from '../wire.ts'
import { MAY } from './roles.ts'
import { ArtifactRef, Code, CodeCounts, PackRef, Target } from './shapes.ts'

const Text = t.String()
const list = t.Array
const TableValue = t.Unsafe<string | number | boolean | null>({ type: ['string', 'number', 'boolean', 'null'] })

const PackOptionView = named(
  'PackOption',
  t.Object({
    id: Text,
    title: Text,
    explanation: t.String({ description: 'What it controls, and where organizations differ' }),
    values: list(Text),
    fallback: t.String({ description: 'The default value' }),
    value: t.String({ description: 'The value in this workspace' }),
  }),
)

const summary = {
  id: Text,
  version: Text,
  digest: Text,
  title: Text,
  description: Text,
  license: Text,
  disclaimer: Text,
  origin: oneOf(['built_in', 'uploaded']),
  active: t.Boolean({ description: 'True for the version that the workspace uses' }),
  tests: t.Object({ passed: t.Integer(), total: t.Integer() }),
  options: list(PackOptionView),
}
export type PackSummary = Static<typeof PackSummary>
export const PackSummary = named('PackSummary', t.Object(summary))

const Scheme = t.Object({
  id: Text,
  codes: list(t.String(), { description: 'Best first' }),
  labels: t.Record(t.String(), t.String()),
  unknown: Text,
})

const RuleTable = named(
  'RuleTable',
  t.Object({
    name: Text,
    id: Text,
    version: Text,
    inputs: list(Text),
    rows: list(
      t.Object({
        id: Text,
        when: t.Record(t.String(), TableValue),
        // biome-ignore lint/suspicious/noThenProperty: the usual term in decision tables.
        then: t.Record(t.String(), TableValue),
        source: t.Optional(t.String({ description: 'The source of the rule' })),
      }),
      { description: 'The first row whose conditions all match applies' },
    ),
  }),
)

const PackAction = t.Object({
  id: Text,
  title: Text,
  description: Text,
  effort: t.Object({ low: t.Number(), likely: t.Number(), high: t.Number() }),
  multiplier: t.Optional(t.Object({ per: Text, days: t.Number() })),
  resulting_code: Code,
  acceptance: list(t.Record(t.String(), t.Unknown())),
  wave: t.Optional(t.Integer()),
})

const described = { id: Text, title: Text, description: Text }

export type PackDetail = Static<typeof PackDetail>
export const PackDetail = named(
  'PackDetail',
  t.Object({
    ...summary,
    core_compat: Text,
    terms: t.Record(t.String(), t.String()),
    scheme: Scheme,
    default_target: Text,
    targets: list(
      t.Object({
        ...Target.properties,
        with_exemption: list(Code),
        lists: list(t.Object({ role: Text, list: Text })),
      }),
    ),
    tables: list(RuleTable),
    actions: list(PackAction),
    relations: list(t.Object({ id: Text, label: Text, inverse: t.Optional(t.String()) })),
    case_types: list(t.Object({ ...described, steps: list(Text), approvals_required: t.Integer() })),
    controls: list(t.Object({ ...described, category: Text, severity: Text })),
    sources: list(t.Object({ id: Text, title: Text, kind: Text, uri: Text, list_id: t.Optional(t.String()) })),
    guidance: t.Integer({ description: 'Number of guidance items' }),
    ui: t.Record(t.String(), t.Unknown()),
    versions: list(
      t.Object({
        version: Text,
        digest: Text,
        origin: oneOf(['built_in', 'uploaded']),
        active: t.Boolean(),
        created_at: nullable(DateTime),
      }),
    ),
  }),
)

export type PackPatch = Static<typeof PackPatch>
export const PackPatch = named(
  'PackPatch',
  strict(
    {
      version: t.Optional(nullable(t.String({ maxLength: 30, description: 'Null follows the built-in version' }))),
      options: t.Optional(
        t.Record(t.String({ maxLength: 120 }), nullable(t.String({ maxLength: 40 })), {
          maxProperties: 50,
          description: 'Null resets an option',
        }),
      ),
    },
    { minProperties: 1 },
  ),
)

export type PackEffect = Static<typeof PackEffect>
export const PackEffect = named(
  'PackEffect',
  t.Object({
    applied: t.Boolean({ description: 'False for a preview' }),
    pack: PackSummary,
    target: t.String({ description: 'The target used for both ratings' }),
    before: PackRef,
    rated: t.Integer({ description: 'Number of references rated under both settings, at most 5000' }),
    basis: oneOf(['estates', 'lists'], { description: 'References used in the workspace, or a sample of the lists' }),
    changed: t.Integer(),
    by_code_before: CodeCounts,
    by_code_after: CodeCounts,
    sample: list(t.Object({ artifact: ArtifactRef, before: Code, after: Code })),
  }),
)

const PACK_TYPES = ['application/zip', 'application/json'] as const
const LARGEST_PACK = 5 * 1024 * 1024

export const packs = {
  list: endpoint('GET /packs', {
    summary: 'List the packs of the workspace with their settings',
    auth: 'bearer',
    query: strict({}),
    ok: t.Object({ items: list(PackSummary) }),
  }),
  upload: endpoint('POST /packs', {
    summary: 'Upload a pack, or another version of one',
    description:
      'Send a ZIP file, or `{"files": {"pack.yaml": "…"}}`, with up to 5 MiB and 500 files. We check the pack completely and run ' +
      'its tests. The response for an invalid pack lists all problems. Uploading the same files again returns 200. The ' +
      'workspace continues to use its current version until you change it.',
    auth: 'bearer',
    may: MAY.operate,
    body: bytes(PACK_TYPES, 'The files of the pack'),
    maxBytes: LARGEST_PACK,
    ok: PackSummary,
    status: 201,
    alsoStatus: 200,
    errors: [
      'pack_invalid',
      'pattern_refused',
      'pack_version_exists',
      'body_too_large',
      'role_required',
      'unavailable',
    ],
  }),
  get: endpoint('GET /packs/{id}', {
    summary: 'Get a pack with its targets, rules, actions and options',
    auth: 'bearer',
    query: strict({ version: t.Optional(t.String({ maxLength: 30 })) }),
    ok: PackDetail,
    errors: ['pack_not_found'],
  }),
  update: endpoint('PATCH /packs/{id}', {
    summary: 'Use another version or other settings of a pack',
    description: 'With `preview=true` nothing changes: the response shows which ratings would differ.',
    auth: 'bearer',
    may: MAY.operate,
    query: strict({ preview: t.Boolean({ default: false }) }),
    body: PackPatch,
    ok: PackEffect,
    errors: ['pack_not_found', 'unknown_option', 'role_required'],
  }),
}
