// An abapGit repository as an archive: objects from the names of their files, packages from their folders, references from
// their sources and definitions.
import type { Entry } from 'yauzl'
import type { SaidObject } from '../../../estate/tables.ts'
import type { Named } from '../../../model/artifacts.ts'
import { counted } from '../../../model/counted.ts'
import { type FileReading, referencesOf, technologiesOf } from '../../source/extraction.ts'
import { type RepositoryReading, readRepository, type SourceFile } from '../../source/read-repository.ts'
import { isRead, isSource, isTest, OBJECT_FILE } from '../../source/repository-files.ts'
import type { Unresolved } from '../../source/uses/found.ts'
import { Unreadable } from '../failures.ts'
import type { ReadingJob } from '../job.ts'
import { newSheet, type Parsed, type Sheet } from '../parsed.ts'
import { wholeText } from '../text.ts'
import { type Archive, openArchive } from '../zip.ts'
import { readDefinition } from './definitions.ts'
import { packageNames } from './packages.ts'

const LARGEST_FILE = 50 * 1024 ** 2
/** Beyond this a parser takes longer than it helps. */
const LARGEST_PARSED = 5_000_000

interface Files {
  named: Named
  folder: string
  entries: Entry[]
}

export async function parseAbapGit(job: ReadingJob): Promise<Parsed> {
  const archive = await openArchive(job.path)
  try {
    const sheet = newSheet()
    const packages = await packageNames(archive, job.filename)
    const objects = objectsOf(archive.entries, sheet)
    if (objects.length === 0) throw new Unreadable('No file in it is named as abapGit names objects.')
    const said = new Map<SaidObject, Files>()
    const sources: SourceFile[] = []
    for (const files of objects) {
      const object = await describe(job, archive, sheet, files, packages(files.folder), sources)
      if (object) said.set(object, files)
    }
    const reading = readRepository(sources, job.words.namespaces, job.progress)
    for (const [object, files] of said) addReading(job, sheet, object, files, reading)
    warnOfUnresolved(sheet, reading)
    sheet.rows = archive.entries.length
    return sheet.done()
  } finally {
    archive.close()
  }
}

function objectsOf(entries: readonly Entry[], sheet: Sheet): Files[] {
  const objects = new Map<string, Files>()
  for (const entry of entries) {
    const at = entry.fileName.lastIndexOf('/') + 1
    const [, stem, type] = OBJECT_FILE.exec(entry.fileName.slice(at)) ?? []
    if (/\.(?:zip|nugg)$/i.test(entry.fileName)) sheet.warn(`The archive “${entry.fileName}” inside it was not opened.`)
    if (!stem || !type || type.toLowerCase() === 'devc') continue
    const named = { type: type.toUpperCase(), name: nameOf(stem) }
    const key = `${named.type}:${named.name}`
    const known = objects.get(key) ?? { named, folder: entry.fileName.slice(0, at), entries: [] }
    objects.set(key, known)
    known.entries.push(entry)
  }
  return [...objects.values()]
}

/** Slashes are written as `#`, and what file systems do not take as `%` with two digits. */
const nameOf = (stem: string): string =>
  stem
    .replaceAll('#', '/')
    .replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .toUpperCase()

/** Its package and what its XML tells; its sources are put with those of all others. */
async function describe(
  job: ReadingJob,
  archive: Archive,
  sheet: Sheet,
  files: Files,
  packageName: string,
  sources: SourceFile[],
): Promise<SaidObject | undefined> {
  const said = sheet.object(files.named)
  if (!said) return undefined
  said.package = packageName
  said.has_dependencies = true
  said.file = files.entries[0]!.fileName
  for (const entry of files.entries) {
    const { fileName, uncompressedSize } = entry
    if (isTest(fileName)) continue
    if (uncompressedSize > LARGEST_FILE || (isSource(fileName) && uncompressedSize > LARGEST_PARSED)) {
      sheet.reject(0, `“${fileName}” is too large to be read.`)
      said.parsed_ratio = 0
      continue
    }
    const text = await wholeText(await archive.stream(entry))
    if (/\.xml$/i.test(fileName)) readDefinition(job.words, said, text)
    if (isRead(fileName)) sources.push({ filename: fileName, text })
  }
  return said
}

function addReading(
  { words }: ReadingJob,
  sheet: Sheet,
  said: SaidObject,
  { entries }: Files,
  reading: RepositoryReading,
): void {
  const files = entries.flatMap(({ fileName }) => reading.files.get(fileName) ?? [])
  const sources = files.filter(({ filename }) => isSource(filename))
  said.file = sources[0]?.filename ?? said.file
  said.lines = sum(sources, ({ lines }) => lines)
  said.parsed_ratio = Math.min(said.parsed_ratio, parsedShare(sources))
  said.dynamic_calls = sum(files, ({ dynamic }) => dynamic.length)
  said.members.push(...files.flatMap(({ members }) => members))
  for (const { type, name, access, sites, occurrences, basis } of referencesOf(said, files))
    if (!isOwnInclude(said, type, name))
      sheet.use(said, { type, name }, access, sites, occurrences[0]?.line ?? 0, basis)
  for (const { kind, line } of technologiesOf(files)) said.technologies.push(words.technology(kind, line))
}

const sum = (files: readonly FileReading[], count: (file: FileReading) => number): number =>
  files.reduce((total, file) => total + count(file), 0)

function parsedShare(files: readonly FileReading[]): number {
  const statements = sum(files, (file) => file.statements)
  return statements > 0 ? 1 - sum(files, ({ unparsed }) => unparsed) / statements : 1
}

const REASONS: Readonly<Record<Unresolved, string>> = {
  inherited: 'may come from a superclass, an include or a main program that is not in the archive',
  declared_elsewhere: 'look like local types, but nothing in the archive declares them',
  other_database: 'belong to another database, which the source connects to',
}

/** They are not told as SAP's, so somebody has to be told that they are there. */
function warnOfUnresolved(sheet: Sheet, { files }: RepositoryReading): void {
  const names = new Map<Unresolved, Set<string>>()
  for (const { unresolved } of files.values())
    for (const { name, reason } of unresolved) names.set(reason, (names.get(reason) ?? new Set()).add(name))
  for (const [reason, found] of names) {
    const examples = [...found].sort().slice(0, 3).join(', ')
    sheet.warn(`${counted(found.size, 'name', 'names')} could not be resolved (${examples}): they ${REASONS[reason]}.`)
  }
}

/** A function group consists of includes that are called after it. */
const isOwnInclude = (said: SaidObject, type: string, name: string): boolean =>
  said.type === 'FUGR' &&
  type === 'PROG' &&
  name.replace(/^\/.*\//, '').startsWith(`L${said.name.replace(/^\/.*\//, '')}`)
