// Finds what the sources use that the target does not accept. The ratings come from the shipped lists.
import { ownValue } from '@veritrace/platform/names'
import { objectOfFile } from '../evidence/reading/kinds/object-files.ts'
import type { FileReading } from '../evidence/source/extraction.ts'
import { readRepository } from '../evidence/source/read-repository.ts'
import { type Named, shortForm } from '../model/artifacts.ts'
import { openNamespaces } from '../model/namespaces.ts'
import { readVocabulary } from '../packs/vocabulary.ts'
import { assemble, type Context } from '../rating/assemble.ts'
import { openFindings } from '../rating/finding.ts'
import type { Known } from '../rating/known.ts'
import { byPlace, type Finding, openFingerprints } from './finding.ts'
import { techniqueMessage, useMessage } from './messages.ts'
import { severitiesOf } from './severities.ts'
import type { Sources } from './sources.ts'

export interface Checked {
  findings: Finding[]
  objects: number
  files: number
  statements: number
  /** Statements in which every name was found. */
  resolved: number
  /** SAP objects that are used and are in no list. */
  unknown: { names: number; places: number }
  /** Names whose owner is unclear. */
  unresolved: number
  /** Calls whose target is known only at run time. */
  dynamic: number
}

type Use = FileReading['resolved'][number]
const DIRECT_WRITE = 'direct_write'

/** Unknown objects become findings only if `withUnknown` is set. */
export function findIn(
  { files: sources, contextFiles }: Sources,
  context: Context,
  { withUnknown, progress }: { withUnknown: boolean; progress?: (done: number, total: number) => void },
): Checked {
  const namespaces = openNamespaces(readVocabulary(context.active.pack.importers).namespaces)
  const { files, statements, resolved } = readRepository(sources, namespaces, progress)
  const readings = [...files.values()].sort((a, b) => (a.filename < b.filename ? -1 : 1))
  const isOwn = openOwn(readings)
  nameAsListed(readings, context)
  const known = assemble(context, namesIn(readings, isOwn))
  const judge = openJudge(context, known, withUnknown)
  const unknown = { names: new Set<string>(), places: 0 }
  const findings: Finding[] = []
  const objects = new Set<string>()
  for (const reading of readings) {
    const object = objectOfFile(reading.filename)
    // Context files are read only to understand the others, and have no findings.
    if (!object || contextFiles.has(reading.filename)) continue
    objects.add(shortForm(object))
    for (const use of reading.resolved) {
      if (!use.isSap || isOwn(use)) continue
      if (known.get(shortForm(use))?.rating.code === context.active.pack.scheme.unknown) {
        unknown.names.add(shortForm(use))
        unknown.places++
      }
      const finding = judge.use(object, reading.filename, use)
      if (finding) findings.push(finding)
    }
    for (const one of reading.technologies) {
      const finding = judge.technique(object, reading, one)
      if (finding) findings.push(finding)
    }
  }
  const count = (of: (reading: FileReading) => number) => readings.reduce((sum, reading) => sum + of(reading), 0)
  return {
    findings: findings.sort(byPlace),
    ...{ objects: objects.size, files: readings.length, statements, resolved },
    unknown: { names: unknown.names.size, places: unknown.places },
    unresolved: count((reading) => reading.unresolved.length),
    dynamic: count((reading) => reading.dynamic.length),
  }
}

/** Recognizes the objects and members that the sources contain. */
function openOwn(readings: readonly FileReading[]): (named: Named) => boolean {
  const own = new Set<string>()
  for (const { filename, members } of readings) {
    const object = objectOfFile(filename)
    if (object) own.add(shortForm(object))
    for (const member of members) own.add(member)
  }
  return (named) => own.has(shortForm(named))
}

/** Dictionary types, classes and interfaces share one namespace, so a name belongs to only one of them. */
const ONE_NAMESPACE: ReadonlySet<string> = new Set(['TABL', 'CDS_STOB', 'DTEL', 'TTYP', 'CLAS', 'INTF'])

/** The reader guesses the type of some names. If the lists have only one type for a name, that type is used. */
function nameAsListed(readings: readonly FileReading[], { records }: Context): void {
  const listed = new Map<string, string | undefined>()
  for (const { named } of records.values())
    if (ONE_NAMESPACE.has(named.type)) listed.set(named.name, listed.has(named.name) ? undefined : named.type)
  for (const { resolved } of readings)
    for (const use of resolved) {
      const isGuess = use.ground === 'votes' || use.ground === 'pattern'
      if (isGuess && ONE_NAMESPACE.has(use.type) && !records.has(shortForm(use)))
        use.type = listed.get(use.name) ?? use.type
    }
}

function namesIn(readings: readonly FileReading[], isOwn: (named: Named) => boolean): Named[] {
  const names = new Map<string, Named>()
  for (const { resolved } of readings)
    for (const use of resolved)
      if (use.isSap && !isOwn(use)) names.set(shortForm(use), { type: use.type, name: use.name })
  return [...names.values()]
}

function openJudge({ active, target }: Context, known: ReadonlyMap<string, Known>, withUnknown: boolean) {
  const { scheme, importers } = active.pack
  const kindOf = openFindings(active)
  const severityOf = severitiesOf(active.pack)
  const techniques = readVocabulary(importers).technologies
  const fingerprint = openFingerprints()
  const counts = (code: string): boolean => (code === scheme.unknown ? withUnknown : !target.acceptable.includes(code))
  /** Writing to an SAP table is worse than using it. */
  const worst = (a: string, b: string): string => (scheme.codes.indexOf(a) >= scheme.codes.indexOf(b) ? a : b)

  return {
    use(object: Named, file: string, use: Use): Finding | undefined {
      const about = known.get(shortForm(use))!
      const isWrite = use.access === 'write' && use.type === 'TABL'
      const technique = isWrite ? ownValue(techniques, DIRECT_WRITE)?.code : undefined
      const level = technique ? worst(about.rating.code, technique) : about.rating.code
      // Before the rating, because the number of a use must not change when a list rates another object.
      const mark = fingerprint({ object, file, subject: use.name, way: use.access })
      if (!counts(level) || (about.acceptable && level === about.rating.code)) return undefined
      const rated = { ...about, rating: { ...about.rating, code: level } }
      const successors = about.successors.filter(({ terminal }) => terminal)
      const { id: rule, rank } = kindOf({ reference: use, known: rated, access: use.access })
      return {
        ...{ fingerprint: mark, rule, rank },
        ...{ level, severity: severityOf(level), object, reference: { type: use.type, name: use.name } },
        ...{ access: use.access, decided_by: about.rating.rule.id, file, line: use.line },
        ...{ column: use.column, length: use.length, places: 1 },
        message: useMessage(active.pack, use, level, successors),
        successors: successors.map(({ concept, named }) => concept ?? shortForm(named)),
      }
    },
    technique(
      object: Named,
      { filename: file, resolved }: FileReading,
      { kind, line }: { kind: string; line: number },
    ) {
      const spec = ownValue(techniques, kind)
      // Each write is a separate finding.
      if (!spec || (kind === DIRECT_WRITE && resolved.some((use) => use.isSap && use.access === 'write')))
        return undefined
      const mark = fingerprint({ object, file, subject: kind, way: 'technique' })
      if (!counts(spec.code)) return undefined
      const { id: rule, rank } = kindOf({ technology: { kind, code: spec.code } })
      return {
        ...{
          fingerprint: mark,
          rule,
          rank,
          level: spec.code,
          severity: severityOf(spec.code),
          object,
          technology: kind,
        },
        ...{ decided_by: kind, file, line, places: 1, message: techniqueMessage(active.pack, kind, spec.code) },
        successors: [],
      } satisfies Finding
    },
  }
}
