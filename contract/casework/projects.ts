// Projects: each is one landscape or program with its evidence, cases, and reports.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { noContent } from '../media.ts'
import { DateTime, named, nullable, oneOf, pageQuery, strict } from '../wire.ts'
import { MAY } from './roles.ts'
import { Actor, countedPageOf } from './shapes.ts'

export const PROJECT_STATUSES = ['active', 'archived'] as const
/** How many days a deleted project can be restored. */
export const RESTORABLE_DAYS = 30

const line = (maxLength: number) => t.String({ minLength: 1, maxLength, pattern: '\\S' })
const Day = t.String({ format: 'date' })

export type ProjectSystem = Static<typeof ProjectSystem>
export const ProjectSystem = named(
  'ProjectSystem',
  strict({
    sid: line(40),
    product: t.Optional(t.String({ maxLength: 120 })),
    release: t.Optional(t.String({ maxLength: 60 })),
    client: t.Optional(t.String({ maxLength: 20 })),
  }),
)

const ProjectSystemPatch = named(
  'ProjectSystemPatch',
  strict(
    {
      sid: t.Optional(ProjectSystem.properties.sid),
      product: t.Optional(nullable(ProjectSystem.properties.product)),
      release: t.Optional(nullable(ProjectSystem.properties.release)),
      client: t.Optional(nullable(ProjectSystem.properties.client)),
    },
    { description: 'Missing fields stay unchanged; null removes a value' },
  ),
)

export type FreezePeriod = Static<typeof FreezePeriod>
export const FreezePeriod = named(
  'FreezePeriod',
  strict({ from: Day, to: Day, label: t.Optional(t.String({ maxLength: 120 })) }),
)

const Tags = t.Array(line(60), { maxItems: 30, uniqueItems: true })
const FreezePeriods = t.Array(FreezePeriod, { maxItems: 60 })

export type Project = Static<typeof Project>
export const Project = named(
  'Project',
  t.Object({
    id: t.String(),
    name: t.String(),
    description: nullable(t.String()),
    pack: t.String({ description: 'Id of the pack that rates its cases' }),
    default_target: t.String(),
    system: nullable(ProjectSystem),
    status: oneOf(PROJECT_STATUSES),
    owner: Actor,
    tags: t.Array(t.String()),
    freeze_periods: t.Array(FreezePeriod),
    keep_names: t.Boolean({ description: 'If false, names of people in evidence are replaced with pseudonyms' }),
    stats: t.Object({
      objects: t.Integer(),
      packages: t.Integer(),
      evidence: t.Integer(),
      cases_open: t.Integer(),
    }),
    created_at: DateTime,
    updated_at: DateTime,
    version: t.Integer(),
    etag: t.String(),
  }),
)

const editable = {
  description: t.Optional(nullable(t.String({ maxLength: 4000 }))),
  default_target: t.Optional(line(80)),
  tags: t.Optional(Tags),
  freeze_periods: t.Optional(FreezePeriods),
  keep_names: t.Optional(t.Boolean()),
}

export type NewProject = Static<typeof NewProject>
export const NewProject = named(
  'NewProject',
  strict({
    name: line(120),
    pack: t.Optional(line(60)),
    system: t.Optional(nullable(ProjectSystem)),
    ...editable,
    sample: t.Optional(t.Boolean({ description: 'Adds the sample estate of the pack' })),
  }),
)

export type ProjectPatch = Static<typeof ProjectPatch>
export const ProjectPatch = named(
  'ProjectPatch',
  strict(
    {
      name: t.Optional(line(120)),
      system: t.Optional(nullable(ProjectSystemPatch)),
      ...editable,
      status: t.Optional(oneOf(PROJECT_STATUSES)),
    },
    { minProperties: 1 },
  ),
)

export const projects = {
  list: endpoint('GET /projects', {
    summary: 'List projects, newest first',
    auth: 'bearer',
    query: strict({
      ...pageQuery,
      status: t.Optional(oneOf(PROJECT_STATUSES)),
      q: t.Optional(t.String({ minLength: 1, maxLength: 200, description: 'Part of the name or of a tag' })),
    }),
    ok: countedPageOf(Project),
    errors: ['invalid_cursor'],
  }),
  create: endpoint('POST /projects', {
    summary: 'Create a project, empty or with the sample estate of its pack',
    auth: 'bearer',
    may: MAY.decide,
    body: NewProject,
    ok: Project,
    status: 201,
    versioned: true,
    errors: ['project_name_taken', 'pack_not_found', 'unknown_target', 'role_required'],
  }),
  get: endpoint('GET /projects/{id}', {
    summary: 'Get a project',
    auth: 'bearer',
    ok: Project,
    versioned: true,
    errors: ['project_not_found', 'gone'],
  }),
  update: endpoint('PATCH /projects/{id}', {
    summary: 'Change a project',
    description:
      'A JSON merge patch. An admin can restore a deleted project with `{"status": "active"}` within ' +
      `${RESTORABLE_DAYS} days.`,
    auth: 'bearer',
    may: MAY.decide,
    body: ProjectPatch,
    ok: Project,
    versioned: true,
    errors: ['project_not_found', 'gone', 'project_name_taken', 'unknown_target', 'stale_version', 'role_required'],
  }),
  remove: endpoint('DELETE /projects/{id}', {
    summary: `Delete a project; you can restore it for ${RESTORABLE_DAYS} days`,
    auth: 'bearer',
    may: MAY.administer,
    query: strict({ cascade: t.Optional(t.Boolean({ description: 'Closes open cases' })) }),
    ok: noContent,
    status: 204,
    versioned: true,
    errors: ['project_not_found', 'gone', 'has_dependents', 'stale_version', 'role_required'],
  }),
}
