// Projects: one landscape or programme each, with its evidence, its cases and its reports.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { noContent } from '../media.ts'
import { DateTime, named, nullable, oneOf, pageQuery, strict } from '../wire.ts'
import { MAY } from './roles.ts'
import { Actor, countedPageOf } from './shapes.ts'

export const PROJECT_STATUSES = ['active', 'archived'] as const
/** How long a deleted project can be brought back. */
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
    { description: 'What is left out stays; null takes it away' },
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
    pack: t.String({ description: 'Id of the pack that its cases are judged by' }),
    default_target: t.String(),
    system: nullable(ProjectSystem),
    status: oneOf(PROJECT_STATUSES),
    owner: Actor,
    tags: t.Array(t.String()),
    freeze_periods: t.Array(FreezePeriod),
    keep_names: t.Boolean({ description: 'Names of people in evidence are kept; they are pseudonyms else' }),
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
    sample: t.Optional(t.Boolean({ description: 'Begins with the sample estate of the pack' })),
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
    summary: 'Projects, the newest first',
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
    summary: 'Begin a project, empty or with the sample estate of its pack',
    auth: 'bearer',
    may: MAY.decide,
    body: NewProject,
    ok: Project,
    status: 201,
    versioned: true,
    errors: ['project_name_taken', 'pack_not_found', 'unknown_target', 'role_required'],
  }),
  get: endpoint('GET /projects/{id}', {
    summary: 'One project',
    auth: 'bearer',
    ok: Project,
    versioned: true,
    errors: ['project_not_found', 'gone'],
  }),
  update: endpoint('PATCH /projects/{id}', {
    summary: 'Change a project',
    description:
      'A JSON merge patch. A deleted project is brought back by an admin with `{"status": "active"}` within ' +
      `${RESTORABLE_DAYS} days.`,
    auth: 'bearer',
    may: MAY.decide,
    body: ProjectPatch,
    ok: Project,
    versioned: true,
    errors: ['project_not_found', 'gone', 'project_name_taken', 'unknown_target', 'stale_version', 'role_required'],
  }),
  remove: endpoint('DELETE /projects/{id}', {
    summary: `Delete a project; it can be brought back for ${RESTORABLE_DAYS} days`,
    auth: 'bearer',
    may: MAY.administer,
    query: strict({ cascade: t.Optional(t.Boolean({ description: 'Closes the cases that are open' })) }),
    ok: noContent,
    status: 204,
    versioned: true,
    errors: ['project_not_found', 'gone', 'has_dependents', 'stale_version', 'role_required'],
  }),
}
