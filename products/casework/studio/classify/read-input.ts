// Reads an input: the objects in it and what they use.

import type { StudioInput } from '@veritrace/contract/casework/studio-shapes'
import { fail, notFound } from '@veritrace/platform/errors'
import type { Asking } from '@veritrace/platform/threads/pool'
import { Unreadable } from '../../evidence/reading/failures.ts'
import type { ExtractedSource, Source } from '../../evidence/source/extract-source.ts'
import { findEvidence } from '../../evidence/store.ts'
import { counted } from '../../model/counted.ts'
import type { Scope } from '../../model/space.ts'
import type { ActivePack } from '../../packs/packs.ts'
import { readVocabulary } from '../../packs/vocabulary.ts'
import type { Studio } from '../deps.ts'
import { type Found, fullCoverage } from './found.ts'
import { readEvidence } from './read-evidence.ts'
import { readNames } from './read-names.ts'
import { readText } from './read-text.ts'

const LANGUAGES = { abap_source: 'abap', cds_source: 'cds' } as const
const NAMES = { abap: 'snippet.abap', cds: 'snippet.asddls' } as const

/** 422 if nothing in the input is recognized. */
export async function readInput(
  deps: Studio,
  scope: Scope,
  active: ActivePack,
  input: StudioInput,
  signal?: AbortSignal,
): Promise<Found> {
  switch (input.kind) {
    case 'abap_source':
    case 'cds_source':
      return readSource(deps, { tenant: scope.tenant, signal }, active, LANGUAGES[input.kind], input)
    case 'object_list':
      return readNames(deps, scope, active, input.objects ?? namesOf(contentOf(input)))
    case 'evidence':
      return readEvidence(deps, scope, input.evidence_id ?? missing(input, 'evidence_id'), input.objects)
    case 'text':
      return readText(deps, scope, active, { text: contentOf(input), filename: input.filename })
  }
}

/** Rejects bad input before any work starts: 422 for a missing field, 404 for evidence that the caller cannot see. */
export async function requireInput({ db }: Pick<Studio, 'db'>, scope: Scope, input: StudioInput): Promise<void> {
  if (input.kind === 'evidence') {
    const id = input.evidence_id ?? missing(input, 'evidence_id')
    if (!(await findEvidence(db, scope, id))) notFound('evidence', id)
  } else if (input.kind !== 'object_list' || !input.objects) contentOf(input)
}

const contentOf = (input: StudioInput): string => input.content ?? missing(input, 'content')

function missing({ kind }: StudioInput, field: string): never {
  return fail('unacceptable', `Input of the kind ${kind} needs ${field}.`, {
    errors: [{ path: `/input/${field}`, message: 'is missing' }],
  })
}

/** One object per line. If a line has several columns, the first two are type and name. */
const namesOf = (content: string): string[] =>
  content
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [type, name] = line.split(/[;,\t ]+/)
      return name ? `${type}:${name}` : type!
    })

async function readSource(
  deps: Studio,
  asking: Asking,
  { pack }: ActivePack,
  language: 'abap' | 'cds',
  input: StudioInput,
): Promise<Found> {
  const text = contentOf(input)
  const read = await extract(deps, asking, {
    language,
    filename: input.filename ?? NAMES[language],
    text,
    namespaces: readVocabulary(pack.importers).namespaces,
  })
  const found = foundIn(read)
  const isAnything = found.objects.some(
    ({ references, technologies }) => references.length > 0 || technologies.length > 0,
  )
  if (found.coverage.parsed_ratio === 0 && !isAnything && found.coverage.dynamic_calls.length === 0)
    fail('unparseable', `No ${language.toUpperCase()} was recognized in these ${found.coverage.lines} lines.`)
  return found
}

async function extract({ sources }: Studio, asking: Asking, source: Source): Promise<ExtractedSource> {
  try {
    return await sources.extract(source, asking)
  } catch (error) {
    if (error instanceof Unreadable) fail('unparseable', error.message)
    throw error
  }
}

export function foundIn({ language, objects, coverage }: ExtractedSource): Found {
  const { macros, ...shown } = coverage
  const isComplete = coverage.parsed_ratio >= 1 && coverage.dynamic_calls.length === 0
  const share = Math.round((1 - coverage.parsed_ratio) * 100)
  return {
    language,
    objects: objects.map(({ members: _, ...object }) => ({ ...object, isListed: false, isComplete })),
    coverage: { ...fullCoverage(0), ...shown },
    warnings: [
      ...(coverage.parsed_ratio < 1
        ? [`${share}% of the statements were not understood. Names in them are not counted.`]
        : []),
      ...(coverage.dynamic_calls.length > 0
        ? [
            `${counted(coverage.dynamic_calls.length, 'call is', 'calls are')} only known at run time, so the targets are not counted.`,
          ]
        : []),
      ...(macros > 0 ? [`${counted(macros, 'macro call was', 'macro calls were')} not analyzed.`] : []),
    ],
  }
}
