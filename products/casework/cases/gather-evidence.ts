// The evidence that a run finds for or against its ratings: list records, findings, usage, documents and files.
import type { Citation } from '@veritrace/contract/casework/shapes'
import type { Casework } from '../deps.ts'
import { searchPassages } from '../documents/search-passages.ts'
import { listFindings } from '../estate/store.ts'
import { estateRef, shortForm } from '../model/artifacts.ts'
import type { Scope } from '../model/space.ts'
import type { Known } from '../rating/known.ts'
import { confidenceOfWindow } from '../readiness/usage.ts'
import { citationOf, hashText, pieceOf, shorten } from './evidence-rows.ts'
import { listFilesOf, type NewCaseEvidence } from './evidence-store.ts'
import type { CaseReading } from './read-case-scope.ts'
import type { CaseRow } from './tables.ts'

const MAX_PATTERNS = 200
const MAX_SEARCHED = 15
const MAX_FINDINGS = 300
const MAX_UNUSED = 100
const LEAST_COVERAGE = 0.6

type Deps = Pick<Casework, 'db' | 'corpusSpace'>

export async function gatherEvidence(
  deps: Deps,
  scope: Scope,
  theCase: CaseRow,
  reading: CaseReading,
): Promise<NewCaseEvidence[]> {
  const { estate } = reading.subject
  const files = await listFilesOf(deps.db, scope, [...new Set([...estate.evidence_ids, ...theCase.evidence_ids])])
  return [
    ...records(reading),
    ...(await findings(deps, scope, theCase, reading)),
    ...unused(reading, files),
    ...(await passages(deps, scope, reading)),
    ...files.map((file) =>
      pieceOf({
        kind: 'upload',
        relation: 'background',
        claim: 'These files describe the estate',
        strength: 'strong',
        title: file.label || file.filename,
        artifact_ids: [],
        citation: citeFile(file, `${file.kind}, sha256 ${file.sha256}`),
      }),
    ),
  ]
}

type File = Awaited<ReturnType<typeof listFilesOf>>[number]
const citeFile = ({ id, label, filename, at }: File, quote: string): Citation =>
  citationOf(
    {
      kind: 'evidence',
      title: label || filename,
      evidence_id: id,
      locator: { type: 'text', value: filename },
      as_of: at.toISOString(),
      confidence: 1,
    },
    quote,
  )

/** A record that a rule overrode counts against the resulting rating. */
function records({ measured, subject }: CaseReading): NewCaseEvidence[] {
  return measured.patterns.slice(0, MAX_PATTERNS).flatMap(({ known }) => {
    if (!known) return []
    const claim = `${shortForm(known.named)} is ${known.rating.label || known.rating.code} for ${subject.target.label}`
    return known.citations.map((citation) =>
      pieceOf({
        kind: citation.kind === 'decision' ? 'decision' : 'catalog_record',
        relation: isAgainst(known, citation.n) ? 'refutes' : 'supports',
        claim,
        strength: citation.confidence >= 1 ? 'strong' : 'medium',
        title: citation.title,
        artifact_ids: [known.artifact.id],
        citation,
        ...(citation.kind === 'decision' && { decision_id: citation.locator.value }),
      }),
    )
  })
}

function isAgainst({ rating }: Known, n: number): boolean {
  const disputed = rating.conflicts.some(({ left, right }) => left.citation === n || right.citation === n)
  return disputed && !rating.reasons.some(({ citation }) => citation === n)
}

async function findings(
  { db }: Deps,
  scope: Scope,
  { project_id }: CaseRow,
  { subject, measured }: CaseReading,
): Promise<NewCaseEvidence[]> {
  if (project_id === null) return []
  const { estate, objects, known, active } = subject
  const named = objects.map((at) => estate.objects[at]!)
  const places = new Map(objects.map((at) => [shortForm(estate.objects[at]!), at]))
  const rows = await listFindings(db, scope, project_id, { objects: named, limit: MAX_FINDINGS })
  return rows.map((row) => {
    const object = { type: row.object_type, name: row.object_name }
    const at = places.get(shortForm(object))
    const isFine = at !== undefined && measured.acceptable[at] === 1
    const reference = row.reference_name === null ? undefined : known.get(`${row.reference_type}:${row.reference_name}`)
    return pieceOf({
      kind: 'finding',
      // A finding about an object that is rated acceptable counts against the rating.
      relation: isFine && !row.exempted ? 'refutes' : 'supports',
      claim: `${shortForm(object)} is rated ${at === undefined ? 'unknown' : measured.scale[measured.code[at]!]}`,
      strength: row.priority === 1 ? 'strong' : row.priority === 2 ? 'medium' : 'weak',
      title: row.check_title || row.check_id,
      artifact_ids: [
        estateRef(active.pack.ref.id, scope.tenant, estate.system, object).id,
        ...(reference ? [reference.artifact.id] : []),
      ],
      citation: citationOf(
        {
          kind: 'evidence',
          title: row.check_title || row.check_id,
          evidence_id: row.evidence_id,
          locator: { type: 'line', value: `${shortForm(object)}:${row.line ?? 0}:${row.message_id}` },
          as_of: null,
          confidence: 1,
        },
        row.message,
      ),
    })
  })
}

const STRENGTHS = { high: 'strong', medium: 'medium', low: 'weak' } as const

function unused({ subject }: CaseReading, files: readonly File[]): NewCaseEvidence[] {
  const { estate, objects, active } = subject
  const file = files.findLast(({ usage }) => usage)
  if (!file) return []
  const strength = STRENGTHS[confidenceOfWindow(estate.usage_window_days, active.pack)]
  return objects
    .filter((at) => estate.objects[at]!.executions === 0)
    .slice(0, MAX_UNUSED)
    .map((at) => {
      const { type, name } = estate.objects[at]!
      const { id } = estateRef(active.pack.ref.id, subject.tenant ?? '', estate.system, { type, name })
      const quote = `${type}:${name} was not executed in ${estate.usage_window_days} days`
      return pieceOf({
        kind: 'usage',
        relation: 'supports',
        claim: `${type}:${name} is not used`,
        strength,
        title: file.label || file.filename,
        artifact_ids: [id],
        citation: { ...citeFile(file, quote), locator: { type: 'text', value: `${type}:${name}` } },
      })
    })
}

/** Documents that mention what blocks most objects. */
async function passages(deps: Deps, scope: Scope, { measured, subject }: CaseReading): Promise<NewCaseEvidence[]> {
  const found: NewCaseEvidence[] = []
  const { pack } = subject.active
  const asked = new Map(measured.patterns.map((pattern) => [shortForm(pattern.reference), pattern]))
  for (const { reference, known } of [...asked.values()].slice(0, MAX_SEARCHED)) {
    const hits = await searchPassages(deps, scope, { q: reference.name, packId: pack.ref.id, limit: 2 })
    for (const hit of hits.filter(({ coverage }) => coverage >= LEAST_COVERAGE)) {
      const quote = shorten(hit.text)
      found.push(
        pieceOf({
          kind: 'document',
          relation: 'mentions',
          claim: `${shortForm(reference)} is mentioned`,
          strength: 'weak',
          title: hit.section ? `${hit.title}: ${hit.section}` : hit.title,
          artifact_ids: known ? [known.artifact.id] : [],
          text: hit.text,
          highlights: hit.highlights,
          citation: {
            n: 1,
            kind: 'document',
            title: hit.title,
            document_id: hit.document_id,
            ...(hit.entry_id !== null && { entry_id: hit.entry_id }),
            ...(hit.evidence_id !== null && { evidence_id: hit.evidence_id }),
            locator: { type: 'text', value: hit.section_id, start: hit.start, end: hit.end },
            quote,
            quote_hash: hashText(quote),
            ...(hit.url !== null && { url: hit.url }),
            license: hit.license,
            as_of: hit.as_of?.toISOString() ?? null,
            confidence: 0.6,
          },
        }),
      )
    }
  }
  return found
}
