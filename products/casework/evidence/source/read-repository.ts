// Reads a whole upload: parses it, traverses it once per main program, and decides all names at the end, when every place of
// a name is known. Pure and slow, so it runs in a thread and reports its progress.
import type { Namespaces } from '../../model/namespaces.ts'
import type { Signatures } from '../../signatures/signature.ts'
import { kindOf as nodeKind } from './abaplint/nodes.ts'
import { ABAPObject, type AbapFile, type AbapObject, DDIC, type IObject, Objects } from './abaplint/parts.ts'
import { openRepository, type Repository, type SourceFile } from './abaplint/repository.ts'
import { type Seen, traverse, traverseFile, traverseInclude } from './abaplint/traversal.ts'
import { isView } from './abaplint/views-by-name.ts'
import type { FileReading } from './extraction.ts'
import { isTest } from './repository-files.ts'
import { settleUses } from './settle-uses.ts'
import { collectSignatures } from './signatures/collect.ts'
import { technologiesIn } from './technologies.ts'
import { membersOf, openUpload, type Upload } from './upload.ts'
import type { At } from './uses/at.ts'
import { readCdsTree, readCdsWords } from './uses/cds.ts'
import { readDictionaryXml } from './uses/dictionary-xml.ts'
import { type Found, newFound } from './uses/found.ts'
import { noteOwnType } from './uses/own-types.ts'
import { readStatement } from './uses/read-statement.ts'
import { readUnparsed } from './uses/tables.ts'

export type { SourceFile }

export interface RepositoryReading {
  files: ReadonlyMap<string, FileReading>
  /** Statements of code, and those in which every name was resolved. */
  statements: number
  resolved: number
  /** Only statements of objects whose superclasses, includes and main programs were uploaded. */
  closed: { statements: number; resolved: number }
  objects: number
  /** `upload` is the name of the archive. */
  signatures(upload: string): Signatures
}

/** Each object counts as two steps of `total`: one to parse it and one to read it. */
type Progress = (done: number, total: number) => void

export function readRepository(
  sources: readonly SourceFile[],
  namespaces: Namespaces,
  progress: Progress = () => {},
): RepositoryReading {
  const steps = { done: 0, total: 2 * new Set(sources.map(({ filename }) => stemOf(filename))).size }
  const tick = (): void => progress(Math.min(++steps.done, steps.total), steps.total)
  const repository = openRepository(sources, tick)
  const reading = newReading(repository, namespaces)
  readAbap(reading, tick)
  for (const object of repository.objects) readDescription(reading, object)
  return endReading(reading)
}

const stemOf = (filename: string): string => filename.split('/').at(-1)!.split('.').slice(0, 2).join('.')

interface Reading {
  repository: Repository
  upload: Upload
  found: Found
  dictionary: InstanceType<typeof DDIC>
  /** By file: each statement seen, with true if no main program could resolve all of its names. */
  seen: Map<string, Map<object, boolean>>
  /** By file: the main programs that include it. */
  mains: Map<string, Set<string>>
  /** Main programs with an include that was not uploaded, and includes without a main program. */
  open: Set<string>
}

const newReading = (repository: Repository, namespaces: Namespaces): Reading => ({
  repository,
  upload: openUpload(repository.objects, namespaces),
  found: newFound(),
  dictionary: new DDIC(repository.registry),
  seen: new Map(),
  mains: new Map(),
  open: new Set(),
})

/** Flow logic of a dynpro has few names and no declarations. */
const FLOW_LOGIC = /\.screen_\w+\.abap$/i

function readAbap(reading: Reading, tick: () => void): void {
  const { abap, registry } = reading.repository
  const includes = abap.filter((object) => object instanceof Objects.Program && object.isInclude())
  for (const object of abap) {
    if (!includes.includes(object)) readObject(reading, object, (visit) => traverse(registry, object, visit))
    tick()
  }
  const isUnread = (file: AbapFile) => !reading.seen.has(file.getFilename()) && !FLOW_LOGIC.test(file.getFilename())
  for (const object of includes)
    if (object.getABAPFiles().some(isUnread)) {
      reading.open.add(mainOf(object))
      readObject(reading, object, (visit) => traverseInclude(registry, object, visit))
    }
  for (const object of abap) for (const file of object.getABAPFiles()) readUnparsedIn(reading, file)
  // The remaining files have no structure to follow.
  for (const object of abap)
    for (const file of object.getABAPFiles().filter(isUnread)) {
      reading.open.add(mainOf(object))
      readObject(reading, object, (visit) => traverseFile(registry, object, file, visit))
    }
}

/** Statements that cannot be parsed are not part of any structure. Only the tables of a SELECT are read from them. */
function readUnparsedIn({ found }: Reading, file: AbapFile): void {
  if (isTest(file.getFilename())) return
  for (const statement of file.getStatements())
    if (nodeKind(statement) === 'Unknown') readUnparsed({ found, file: file.getFilename(), statement })
}

const mainOf = (object: IObject): string => `${object.getType()} ${object.getName().toUpperCase()}`

function readObject(reading: Reading, object: AbapObject, follow: (visit: (seen: Seen) => void) => void): void {
  const main = mainOf(object)
  const seen: Seen[] = []
  try {
    follow((one) => void seen.push(one))
  } catch {
    // Keep what was seen before the error. The remaining statements count as not resolved.
  }
  // Work areas first, because one may be declared after the include that uses it.
  const first = seen.filter(({ statement }) => /^(?:Tables|Nodes|TypePools)$/.test(nodeKind(statement)))
  for (const one of [...first, ...seen]) readSeen(reading, main, one)
}

function readSeen(reading: Reading, main: string, { statement, file, scope, hasIssue }: Seen): void {
  const { found, upload, dictionary, repository } = reading
  const filename = file.getFilename()
  const kind = nodeKind(statement)
  const statements = getOr(reading.seen, filename, () => new Map<object, boolean>())
  statements.set(statement, hasIssue && (statements.get(statement) ?? true))
  getOr(reading.mains, filename, () => new Set<string>()).add(main)
  if (isTest(filename)) return
  if (kind === 'Include' && isMissing(reading, statement.concatTokens())) reading.open.add(main)
  const { registry } = repository
  const at: At = { found, registry, dictionary, isOwn: upload.has, main, file: filename, statement, kind, scope }
  noteOwnType(at)
  readStatement(at)
}

const isMissing = ({ repository }: Reading, text: string): boolean => {
  const name = /^INCLUDE ((?:\/\w+\/)?\w+)/i.exec(text)?.[1]
  return name !== undefined && !repository.registry.getObject('PROG', name)
}

function getOr<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

function readDescription({ found }: Reading, object: IObject): void {
  for (const file of object.getFiles()) {
    const filename = file.getFilename()
    if (/\.xml$/i.test(filename)) readDictionaryXml(found, object.getType(), filename, file.getRaw())
    else if (!/\.abap$/i.test(filename)) {
      const tree = isView(object) && /\.(?:asddls|acds)$/i.test(filename) ? object.getTree() : undefined
      if (tree) readCdsTree(found, filename, tree)
      readCdsWords(found, file, tree !== undefined)
    }
  }
}

function endReading(reading: Reading): RepositoryReading {
  const { repository } = reading
  const files = new Map<string, FileReading>()
  const totals = { statements: 0, resolved: 0, closed: { statements: 0, resolved: 0 } }
  for (const object of repository.objects)
    for (const file of object.getFiles()) {
      const counts = countsOf(object, file.getFilename(), reading.seen.get(file.getFilename()))
      totals.statements += counts.statements
      totals.resolved += counts.resolved
      if (!isOpen(reading, object, file.getFilename())) {
        totals.closed.statements += counts.statements
        totals.closed.resolved += counts.resolved
      }
      const filename = repository.filenameOf(file.getFilename())
      const parts = { members: membersOf(object, file), lines: linesIn(file.getRaw()), resolved: [], unresolved: [] }
      files.set(filename, { ...parts, filename, ...counts.file })
    }
  settleUses(reading, (filename) => files.get(repository.filenameOf(filename)))
  return {
    files,
    objects: repository.objects.length,
    ...totals,
    signatures: (upload) => collectSignatures(repository.objects, upload),
  }
}

const isOpen = ({ repository, mains, open }: Reading, object: IObject, filename: string): boolean =>
  repository.belowMissing.has(object) || [...(mains.get(filename) ?? [])].some((main) => open.has(main))

function countsOf(object: IObject, filename: string, seen: ReadonlyMap<object, boolean> | undefined) {
  const abap = object instanceof ABAPObject ? object.getABAPFileByName(filename) : undefined
  const file = { statements: 0, unparsed: 0, macros: 0, dynamic: [], technologies: abap ? technologiesIn(abap) : [] }
  let resolved = 0
  for (const statement of abap && !FLOW_LOGIC.test(filename) ? abap.getStatements() : []) {
    const kind = nodeKind(statement)
    if (QUIET.has(kind)) continue
    file.statements++
    if (kind === 'Unknown') file.unparsed++
    else if (seen?.get(statement) === false) resolved++
    if (kind === 'MacroCall') file.macros++
  }
  return { file, statements: file.statements, resolved }
}
/** Not counted. Native SQL is not ABAP. */
const QUIET = new Set(['Comment', 'Empty', 'NativeSQL', 'MacroContent'])

const linesIn = (text: string): number => text.split('\n').length
