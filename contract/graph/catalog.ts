// The catalog: datasets and their distributions, based on DCAT 3.
import type { Static, TSchema } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { formed } from '../formed.ts'
import { content, noContent } from '../media.ts'
import { DateTime, named, nullable, oneOf, pageOf, pageQuery, strict, WebAddress } from '../wire.ts'

/** The syntaxes in which we can write a context, by the short name used in `format`. */
export const RDF_TYPES = {
  'n-triples': 'application/n-triples',
  'n-quads': 'application/n-quads',
  turtle: 'text/turtle',
  trig: 'application/trig',
  'json-ld': 'application/ld+json',
  'rdf-xml': 'application/rdf+xml',
} as const
export type RdfSyntax = keyof typeof RDF_TYPES
export const MOST_DISTRIBUTIONS = 100

const Title = t.String({ minLength: 1, maxLength: 300, pattern: '\\S' })
const Line = t.String({ minLength: 1, maxLength: 500, pattern: '\\S' })
const NameOrIri = t.String({ minLength: 1, maxLength: 2048, pattern: '\\S', description: 'An IRI, or a name' })
const Words = t.Array(t.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), { maxItems: 100, uniqueItems: true })
const Day = t.Unsafe<string>({
  type: 'string',
  maxLength: 40,
  anyOf: [{ format: 'date' }, { format: 'date-time' }],
  description: 'A date (2026-01-31) or a timestamp (RFC 3339)',
})
const MediaType = formed(
  'a media type such as text/turtle',
  '^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,63}/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,63}$',
  { maxLength: 127 },
)
const Email = t.String({ format: 'email', maxLength: 254 })
const Contact = strict(
  { name: t.Optional(Line), email: t.Optional(Email), url: t.Optional(WebAddress) },
  { minProperties: 1 },
)
const Period = strict({ startDate: t.Optional(Day), endDate: t.Optional(Day) }, { minProperties: 1 })
const Algorithm = oneOf(['sha256', 'sha384', 'sha512', 'md5'])
const Hex = formed('32 to 128 lowercase hex digits', '^[0-9a-f]{32,128}$', { description: 'Lowercase hex' })
export type Checksum = Static<typeof Checksum>
const Checksum = strict({ algorithm: Algorithm, value: Hex })

// A merge patch (RFC 7396): null removes a member, an omitted member stays. The result is validated as a
// whole.
const changed = <T extends TSchema>(schema: T) => t.Optional(nullable(schema))
const ContactPatch = strict({ name: changed(Line), email: changed(Email), url: changed(WebAddress) })
const PeriodPatch = strict({ startDate: changed(Day), endDate: changed(Day) })
const ChecksumPatch = strict({ algorithm: changed(Algorithm), value: changed(Hex) })

export type Distribution = Static<typeof Distribution>
export const Distribution = named(
  'Distribution',
  t.Object({
    id: t.String({ description: 'urn:graph:distribution:<id>' }),
    datasetId: t.String(),
    title: t.String(),
    accessURL: nullable(t.String()),
    downloadURL: nullable(t.String()),
    mediaType: nullable(t.String()),
    format: nullable(t.String()),
    byteSize: nullable(t.Integer()),
    checksum: nullable(t.Object({ algorithm: t.String(), value: t.String() })),
    license: nullable(t.String()),
    issued: t.String(),
    hosted: t.Boolean({
      description: 'The file is stored here, and the server sets size, checksum and statement count',
    }),
    status: oneOf(['ready', 'preparing', 'failed'], {
      description: 'The file of a large context is written after the response',
    }),
    statementCount: nullable(t.Integer({ description: 'Statements in the file' })),
    seq: nullable(t.Integer({ description: 'The last change of the workspace that the file includes' })),
    problem: nullable(t.String({ description: 'Why the file could not be written' })),
    version: t.Integer(),
    createdAt: DateTime,
    updatedAt: DateTime,
  }),
)

export type Dataset = Static<typeof Dataset>
export const Dataset = named(
  'Dataset',
  t.Object({
    id: t.String({ description: 'urn:graph:dataset:<id>' }),
    title: t.String(),
    description: t.String(),
    keywords: t.Array(t.String()),
    themes: t.Array(t.String()),
    publisher: nullable(t.String()),
    contactPoint: nullable(
      t.Object({ name: t.Optional(t.String()), email: t.Optional(t.String()), url: t.Optional(t.String()) }),
    ),
    license: nullable(t.String()),
    accessRights: nullable(t.String()),
    issued: t.String({ description: 'Default: when the dataset was created' }),
    modified: t.String({ description: 'Default: when the dataset was last updated' }),
    temporal: nullable(t.Object({ startDate: t.Optional(t.String()), endDate: t.Optional(t.String()) })),
    spatial: nullable(t.String()),
    conformsTo: t.Array(t.String()),
    contextId: nullable(t.String({ description: 'The context with the statements of the dataset' })),
    version: t.Integer(),
    distributions: t.Array(Distribution),
    createdAt: DateTime,
    updatedAt: DateTime,
    createdBy: t.String(),
  }),
)

const Description = t.String({ maxLength: 20_000 })
const NamesOrIris = t.Array(NameOrIri, { maxItems: 100, uniqueItems: true })
const optional = {
  description: t.Optional(Description),
  keywords: t.Optional(Words),
  themes: t.Optional(NamesOrIris),
  publisher: t.Optional(nullable(NameOrIri)),
  contactPoint: t.Optional(nullable(Contact)),
  license: t.Optional(nullable(NameOrIri)),
  accessRights: t.Optional(nullable(NameOrIri)),
  issued: t.Optional(nullable(Day)),
  modified: t.Optional(nullable(Day)),
  temporal: t.Optional(nullable(Period)),
  spatial: t.Optional(nullable(NameOrIri)),
  conformsTo: t.Optional(NamesOrIris),
  contextId: t.Optional(
    nullable(t.String({ minLength: 1, maxLength: 512, description: 'A context in scope: its IRI or its name' })),
  ),
}
export type NewDataset = Static<typeof NewDataset>
export const NewDataset = named('NewDataset', strict({ title: Title, ...optional }))
export type DatasetPatch = Static<typeof DatasetPatch>
export const DatasetPatch = named(
  'DatasetPatch',
  strict(
    {
      ...optional,
      title: t.Optional(Title),
      description: changed(Description),
      keywords: changed(Words),
      themes: changed(NamesOrIris),
      conformsTo: changed(NamesOrIris),
      contactPoint: changed(ContactPatch),
      temporal: changed(PeriodPatch),
    },
    { minProperties: 1 },
  ),
)

const FormTitle = t.String({ maxLength: 300 })
const describing = {
  title: t.Optional(FormTitle),
  accessURL: t.Optional(nullable(WebAddress)),
  license: t.Optional(nullable(NameOrIri)),
  issued: t.Optional(nullable(Day)),
}
/** Set by the server for a hosted file, and by the caller for a file elsewhere. */
const elsewhere = {
  downloadURL: t.Optional(nullable(WebAddress)),
  mediaType: t.Optional(nullable(MediaType)),
  format: t.Optional(nullable(Line)),
  byteSize: t.Optional(nullable(t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))),
  checksum: t.Optional(nullable(Checksum)),
}
export type NewDistribution = Static<typeof NewDistribution>
export const NewDistribution = named(
  'NewDistribution',
  strict({ datasetId: t.String({ minLength: 1, maxLength: 128 }), ...describing, ...elsewhere }),
)
export type DistributionPatch = Static<typeof DistributionPatch>
export const DistributionPatch = named(
  'DistributionPatch',
  strict(
    { ...describing, ...elsewhere, title: changed(FormTitle), checksum: changed(ChecksumPatch) },
    { minProperties: 1 },
  ),
)

const FORMS = 'Returns JSON, or with Accept application/ld+json or text/turtle the same as DCAT 3.'
const asRdf = content(['application/ld+json', 'text/turtle'], 'The same as DCAT 3')
const HOSTED =
  `Without downloadURL, for a dataset with a contextId and an RDF syntax as mediaType or format ` +
  `(${Object.keys(RDF_TYPES).join(', ')}), the statements of the context are written to a hosted file. The server sets size, ` +
  `checksum (SHA-256 of the file), statement count and seq. The file never changes; create another distribution for a newer ` +
  `state. N-Quads and TriG include the name of the context, the other syntaxes contain only triples.`

export const catalog = {
  createDataset: endpoint('POST /catalog/datasets', {
    summary: 'Add a dataset to the catalog of the context',
    auth: 'bearer',
    role: 'member',
    body: NewDataset,
    ok: Dataset,
    status: 201,
    versioned: true,
    errors: ['graph_out_of_scope'],
  }),
  listDatasets: endpoint('GET /catalog/datasets', {
    summary: 'List the datasets of the catalog, newest first',
    description: `${FORMS} If the page is returned as a dcat:Catalog, the next page is in the Link header.`,
    auth: 'bearer',
    query: strict({
      ...pageQuery,
      q: t.Optional(
        t.String({ minLength: 1, maxLength: 200, description: 'Searches title, description and keywords' }),
      ),
      keyword: t.Optional(t.String({ minLength: 1, maxLength: 100 })),
      theme: t.Optional(t.String({ minLength: 1, maxLength: 2048 })),
    }),
    ok: pageOf(Dataset),
    file: asRdf,
    errors: ['graph_out_of_scope', 'invalid_cursor', 'not_acceptable'],
  }),
  getDataset: endpoint('GET /catalog/datasets/{id}', {
    summary: 'Get a dataset with its distributions',
    description: FORMS,
    auth: 'bearer',
    ok: Dataset,
    file: asRdf,
    errors: ['dataset_not_found', 'graph_out_of_scope', 'not_acceptable'],
  }),
  updateDataset: endpoint('PATCH /catalog/datasets/{id}', {
    summary: 'Update a dataset',
    auth: 'bearer',
    role: 'member',
    body: DatasetPatch,
    ok: Dataset,
    versioned: true,
    errors: ['dataset_not_found', 'graph_out_of_scope', 'stale_version'],
  }),
  deleteDataset: endpoint('DELETE /catalog/datasets/{id}', {
    summary: 'Delete a dataset and its distributions from the catalog; the statements stay',
    auth: 'bearer',
    role: 'member',
    ok: noContent,
    status: 204,
    versioned: true,
    errors: ['dataset_not_found', 'graph_out_of_scope', 'stale_version'],
  }),
  createDistribution: endpoint('POST /catalog/distributions', {
    summary: 'Add a distribution to a dataset',
    description: HOSTED,
    auth: 'bearer',
    role: 'member',
    body: NewDistribution,
    ok: Distribution,
    status: 201,
    versioned: true,
    errors: ['graph_out_of_scope', 'unknown_reference', 'unacceptable', 'syntax_too_narrow', 'unavailable'],
  }),
  getDistribution: endpoint('GET /catalog/distributions/{id}', {
    summary: 'Get a distribution',
    description: FORMS,
    auth: 'bearer',
    ok: Distribution,
    file: asRdf,
    errors: ['distribution_not_found', 'graph_out_of_scope', 'not_acceptable'],
  }),
  updateDistribution: endpoint('PATCH /catalog/distributions/{id}', {
    summary: 'Update a distribution',
    auth: 'bearer',
    role: 'member',
    body: DistributionPatch,
    ok: Distribution,
    versioned: true,
    errors: ['distribution_not_found', 'graph_out_of_scope', 'stale_version', 'unacceptable'],
  }),
  deleteDistribution: endpoint('DELETE /catalog/distributions/{id}', {
    summary: 'Delete a distribution; the file of a hosted one is deleted unless it is part of a published dataset',
    auth: 'bearer',
    role: 'member',
    ok: noContent,
    status: 204,
    versioned: true,
    errors: ['distribution_not_found', 'graph_out_of_scope', 'stale_version'],
  }),
  download: endpoint('GET /catalog/distributions/{id}/download', {
    summary: 'Download the file of a hosted distribution',
    description: 'Its SHA-256 is the checksum of the distribution, and is also sent as Repr-Digest (RFC 9530).',
    auth: 'bearer',
    ok: content(Object.values(RDF_TYPES), 'The statements of the context'),
    errors: ['distribution_not_found', 'distribution_not_hosted', 'distribution_not_ready', 'graph_out_of_scope'],
  }),
}
