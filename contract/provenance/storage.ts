// Storage of evidence: usage, retention policies, and their cleanup runs.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { DateTime, named, nullable, oneOf, pageOf, pageQuery, strict } from '../wire.ts'
import { EVIDENCE_KINDS, REVIEW_STATUSES, STORAGE_TIERS, Tags } from './evidence.ts'

const Name = t.String({ minLength: 1, maxLength: 120, pattern: '\\S' })
const Action = oneOf(['tier_to_cold', 'delete', 'anonymise'], {
  description: '`anonymise` removes people, the file name and free text, but keeps the file',
})
const Basis = oneOf(['created_at', 'reviewed_at', 'expired_at', 'superseded_at', 'last_accessed_at'])
const AfterDays = t.Integer({ minimum: 1, maximum: 36_500 })
const KeepLast = t.Integer({
  minimum: 0,
  maximum: 1000,
  description:
    'The number of newest approved versions of each piece of evidence to preserve, including pending replacements',
})
const Priority = t.Integer({
  minimum: 0,
  maximum: 1000,
  description: 'Lower runs first. If evidence matches several policies, the first one applies',
})

export type AppliesTo = Static<typeof AppliesTo>
const AppliesTo = strict(
  {
    kinds: t.Optional(t.Array(oneOf(EVIDENCE_KINDS), { uniqueItems: true })),
    review_status: t.Optional(t.Array(oneOf(REVIEW_STATUSES), { uniqueItems: true })),
    tags: t.Optional(Tags),
    min_size_bytes: t.Optional(t.Integer({ minimum: 0, maximum: 1_000_000_000_000 })),
  },
  { description: 'An empty or missing list matches everything. Evidence needs only one of several tags' },
)

export type AppliesToPatch = Static<typeof AppliesToPatch>
const AppliesToPatch = strict(
  {
    kinds: t.Optional(nullable(AppliesTo.properties.kinds)),
    review_status: t.Optional(nullable(AppliesTo.properties.review_status)),
    tags: t.Optional(nullable(AppliesTo.properties.tags)),
    min_size_bytes: t.Optional(nullable(AppliesTo.properties.min_size_bytes)),
  },
  { description: 'Missing fields stay unchanged; null removes a condition' },
)

export type RetentionPolicy = Static<typeof RetentionPolicy>
export const RetentionPolicy = named(
  'RetentionPolicy',
  t.Object({
    id: t.String(),
    name: t.String(),
    enabled: t.Boolean(),
    applies_to: t.Object({
      kinds: t.Array(t.String()),
      review_status: t.Array(t.String()),
      tags: t.Array(t.String()),
      min_size_bytes: nullable(t.Integer()),
    }),
    action: Action,
    after_days: t.Integer(),
    basis: Basis,
    keep_last_versions: t.Integer(),
    respect_legal_hold: t.Boolean({ description: 'Always true' }),
    priority: t.Integer(),
    dry_run: t.Boolean({ description: 'If true, runs only count what they would change' }),
    last_run_id: nullable(t.String()),
    next_run_at: nullable(DateTime),
    matched_count: t.Integer({ description: 'Number of matches in the last run' }),
    version: t.Integer(),
    created_at: DateTime,
    updated_at: DateTime,
  }),
)

const details = {
  enabled: t.Optional(t.Boolean()),
  keep_last_versions: t.Optional(KeepLast),
  priority: t.Optional(Priority),
  dry_run: t.Optional(t.Boolean({ description: 'Default for a new policy: true' })),
}

export type NewRetentionPolicy = Static<typeof NewRetentionPolicy>
export const NewRetentionPolicy = named(
  'NewRetentionPolicy',
  strict({
    name: Name,
    action: Action,
    after_days: AfterDays,
    basis: Basis,
    applies_to: t.Optional(AppliesTo),
    ...details,
  }),
)

export type RetentionPolicyPatch = Static<typeof RetentionPolicyPatch>
export const RetentionPolicyPatch = named(
  'RetentionPolicyPatch',
  strict(
    {
      name: t.Optional(Name),
      action: t.Optional(Action),
      after_days: t.Optional(AfterDays),
      basis: t.Optional(Basis),
      applies_to: t.Optional(AppliesToPatch),
      ...details,
    },
    { minProperties: 1 },
  ),
)

export type CleanupRun = Static<typeof CleanupRun>
export const CleanupRun = named(
  'CleanupRun',
  t.Object({
    id: t.String(),
    policy_id: t.String(),
    trigger: oneOf(['schedule', 'manual', 'api']),
    dry_run: t.Boolean(),
    status: oneOf(['queued', 'running', 'succeeded', 'partial', 'failed', 'canceled']),
    started_at: nullable(DateTime),
    finished_at: nullable(DateTime),
    scanned: t.Integer(),
    matched: t.Integer(),
    tiered: t.Integer(),
    deleted: t.Integer(),
    anonymised: t.Integer(),
    skipped_hold: t.Integer(),
    skipped_error: t.Integer(),
    bytes_tiered: t.Integer(),
    bytes_deleted: t.Integer(),
    errors: t.Array(t.Object({ evidence_id: t.String(), reason: t.String() })),
    actor: t.String(),
    created_at: DateTime,
  }),
)

export type NewCleanupRun = Static<typeof NewCleanupRun>
export const NewCleanupRun = named(
  'NewCleanupRun',
  strict({
    policy_id: t.String({ minLength: 1, maxLength: 64 }),
    dry_run: t.Optional(t.Boolean({ description: 'Default: the setting of the policy' })),
  }),
)

const Amount = { objects: t.Integer(), bytes: t.Integer() }

export type StorageMetrics = Static<typeof StorageMetrics>
export const StorageMetrics = named(
  'StorageMetrics',
  t.Object({
    total_bytes: t.Integer(),
    hot_bytes: t.Integer(),
    cold_bytes: t.Integer(),
    object_count: t.Integer(),
    by_kind: t.Array(t.Object({ kind: oneOf(EVIDENCE_KINDS), ...Amount })),
    by_tier: t.Array(t.Object({ tier: oneOf(STORAGE_TIERS), ...Amount })),
    quota_bytes: nullable(t.Integer({ description: 'Null if there is no quota' })),
    oldest_at: nullable(DateTime),
    pending_restores: t.Integer(),
    last_cleanup_run: nullable(CleanupRun),
  }),
)

export const storage = {
  metrics: endpoint('GET /app/storage/metrics', {
    summary: 'Get the amount of stored evidence by kind and tier',
    auth: 'session',
    ok: StorageMetrics,
  }),
  listPolicies: endpoint('GET /app/storage/policies', {
    summary: 'List your retention policies, newest first',
    auth: 'session',
    query: strict(pageQuery),
    ok: pageOf(RetentionPolicy),
    errors: ['invalid_cursor'],
  }),
  createPolicy: endpoint('POST /app/storage/policies', {
    summary: 'Create a retention policy',
    description:
      'While enabled, it runs daily at 03:00 UTC. A new policy is a dry run unless you set `dry_run: false`.',
    auth: 'session',
    role: 'admin',
    body: NewRetentionPolicy,
    ok: RetentionPolicy,
    status: 201,
    versioned: true,
    errors: ['team_plan_required'],
  }),
  updatePolicy: endpoint('PATCH /app/storage/policies/{id}', {
    summary: 'Change a retention policy',
    description:
      'Without the Team plan you can still stop it with `enabled: false` or `dry_run: true`. If a policy changes during a run, the run ends as `canceled`.',
    auth: 'session',
    role: 'admin',
    body: RetentionPolicyPatch,
    ok: RetentionPolicy,
    versioned: true,
    errors: ['policy_not_found', 'team_plan_required', 'stale_version'],
  }),
  listRuns: endpoint('GET /app/storage/cleanup-runs', {
    summary: 'List cleanup runs, newest first',
    auth: 'session',
    query: strict({ ...pageQuery, policy_id: t.Optional(t.String({ maxLength: 64 })) }),
    ok: pageOf(CleanupRun),
    errors: ['invalid_cursor'],
  }),
  startRun: endpoint('POST /app/storage/cleanup-runs', {
    summary: 'Run a retention policy now',
    auth: 'session',
    role: 'admin',
    body: NewCleanupRun,
    ok: CleanupRun,
    status: 202,
    errors: ['policy_not_found', 'policy_disabled', 'team_plan_required'],
  }),
}
