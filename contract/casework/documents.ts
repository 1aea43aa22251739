// Documents: readable parts of the corpus and of uploaded evidence, with full-text search.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { formed } from '../formed.ts'
import { DateTime, named, nullable, oneOf, pageQuery, strict } from '../wire.ts'
import { CorpusLicense, ENTRY_KINDS } from './corpus.ts'
import { ArtifactRef, countedPageOf } from './shapes.ts'

const Word = t.String({ minLength: 1, maxLength: 200 })
const Span = t.Array(t.Integer(), { minItems: 2, maxItems: 2, description: 'Start and end in `text`' })

const document = {
  id: t.String(),
  entry_id: nullable(t.String()),
  evidence_id: nullable(t.String()),
  pack: t.String(),
  kind: oneOf(ENTRY_KINDS),
  source_id: t.String(),
  title: t.String(),
  path: t.String(),
  url: nullable(t.String()),
  language: t.String(),
  license: CorpusLicense,
  bytes: t.Integer(),
  words: t.Integer(),
  content_hash: t.String(),
  as_of: nullable(DateTime),
  is_own: t.Boolean({ description: 'True if this workspace added it, false if it is shared by all' }),
}

export type DocumentItem = Static<typeof DocumentItem>
export const DocumentItem = named(
  'DocumentItem',
  t.Object({
    ...document,
    score: nullable(t.Number({ description: 'BM25 score of its best passage; null without a search' })),
    snippet: nullable(
      t.Object({
        text: t.String(),
        highlights: t.Array(Span),
        section: t.String({ description: 'The heading above the passage' }),
        start: t.Integer({ description: 'Start of the passage in the text of the document' }),
        end: t.Integer(),
      }),
    ),
  }),
)

export type DocumentDetail = Static<typeof DocumentDetail>
export const DocumentDetail = named(
  'DocumentDetail',
  t.Object({
    ...document,
    sections: t.Array(
      t.Object({
        id: t.String(),
        heading: t.String(),
        level: t.Integer({ description: '0 for text before the first heading' }),
        start: t.Integer(),
        end: t.Integer(),
      }),
    ),
    text: nullable(t.String()),
    html: nullable(t.String({ description: 'Sanitized HTML; only with format=html' })),
    reason: nullable(oneOf(['license'], { description: 'Why there is no text; see `url` for the original' })),
    highlight: nullable(t.Object({ start: t.Integer(), end: t.Integer(), text: t.String() })),
    mentions: t.Array(
      t.Object({ artifact: ArtifactRef, start: t.Integer(), end: t.Integer(), confidence: t.Number() }),
    ),
  }),
)

export type DocumentQuery = Static<typeof DocumentQuery>
export const DocumentQuery = strict({
  ...pageQuery,
  q: t.Optional(t.String({ minLength: 1, maxLength: 400 })),
  pack: t.Optional(Word),
  kind: t.Optional(oneOf(ENTRY_KINDS)),
  source_id: t.Optional(Word),
  language: t.Optional(t.String({ minLength: 2, maxLength: 20 })),
  license: t.Optional(t.String({ minLength: 1, maxLength: 60, description: 'An SPDX identifier' })),
  entry_id: t.Optional(Word),
  evidence_id: t.Optional(Word),
  mentions: t.Optional(
    formed('a short form such as TABL:VBAK', '^[^:]+:.+$', {
      maxLength: 320,
      description: 'A short form such as TABL:VBAK',
    }),
  ),
})

export const documents = {
  list: endpoint('GET /documents', {
    summary: 'List documents or, with q, the best matches',
    auth: 'bearer',
    query: DocumentQuery,
    ok: countedPageOf(DocumentItem),
    errors: ['invalid_cursor'],
  }),
  get: endpoint('GET /documents/{id}', {
    summary: 'Get a document with the artifacts it mentions',
    auth: 'bearer',
    query: strict({
      format: oneOf(['text', 'html'], { default: 'text' }),
      highlight: t.Optional(
        formed('two numbers such as 120,180, or the id of a section', '^(?:\\d{1,9},\\d{1,9}|s\\d{1,6})$', {
          description: 'start,end from the locator of a citation, or the id of a section',
        }),
      ),
    }),
    ok: DocumentDetail,
    errors: ['document_not_found'],
  }),
}
