// From sources to findings: read, rated by the shipped lists, and held against what the target accepts.
import { ownValue } from '@veritrace/platform/names'
import { objectOfFile } from '../evidence/reading/kinds/object-files.ts'
import { readVocabulary } from '../evidence/reading/vocabulary.ts'
import type { FileReading } from '../evidence/source/extraction.ts'
import { readRepository } from '../evidence/source/read-repository.ts'
import { type Named, shortForm } from '../model/artifacts.ts'
import { openNamespaces } from '../model/namespaces.ts'
import { assemble, type Context } from '../rating/assemble.ts'
import { openFindings } from '../rating/finding.ts'
import type { Known } from '../rating/known.ts'
import { byPlace, type Finding, openFingerprints } from './finding.ts'
import { severitiesOf } from './severities.ts'
import type { Sources } from './sources.ts'
import { techniqueMessage, useMessage } from './words.ts'

export interface Checked {
  findings: Finding[]
  objects: number
  files: number
  statements: number
  /** Statements in which every name was found. */
  resolved: number
  /** Things of SAP that are used and about which the lists say nothing. */
  unknown: { names: number; places: number }
  /** Names whose owner is not clear, and calls whose target is known only at run time. */
  unresolved: number
  dynamic: number
}

type Use = FileReading['resolved'][number]
const DIRECT_WRITE = 'direct_write'

/** What no list knows counts as a finding only if `withUnknown`. */
export function findIn(
  { files: sources, helping }: Sources,
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
    // What lies outside the folder of a repository was only read to understand the rest.
    if (!object || helping.has(reading.filename)) continue
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

/** What the sources bring themselves, under any of its names. */
function openOwn(readings: readonly FileReading[]): (named: Named) => boolean {
  const own = new Set<string>()
  for (const { filename, members } of readings) {
    const object = objectOfFile(filename)
    if (object) own.add(shortForm(object))
    for (const member of members) own.add(member)
  }
  return (named) => own.has(shortForm(named))
}

/** Types of the dictionary, classes and interfaces share their names: each of them is only one of these. */
const ONE_NAMESPACE: ReadonlySet<string> = new Set(['TABL', 'CDS_STOB', 'DTEL', 'TTYP', 'CLAS', 'INTF'])

/** The reader guesses what some names are. If a list names exactly one thing so, it knows better. */
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
  /** To write into a table of SAP is worse than to use it. */
  const worst = (a: string, b: string): string => (scheme.codes.indexOf(a) >= scheme.codes.indexOf(b) ? a : b)

  return {
    use(object: Named, file: string, use: Use): Finding | undefined {
      const about = known.get(shortForm(use))!
      const isWrite = use.access === 'write' && use.type === 'TABL'
      const technique = isWrite ? ownValue(techniques, DIRECT_WRITE)?.code : undefined
      const level = technique ? worst(about.rating.code, technique) : about.rating.code
      // Counted before it is judged: the number of a place must not change when a list rates another thing.
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
