// Parses an archive of an abapGit repository: objects from file names, packages from folders, references from sources and
// definitions.
import type { Entry } from 'yauzl'
import type { ParsedObject } from '../../../estate/tables.ts'
import { type Named, shortForm } from '../../../model/artifacts.ts'
import { counted } from '../../../model/counted.ts'
import { type FileReading, referencesOf, technologiesOf } from '../../source/extraction.ts'
import { type RepositoryReading, readRepository, type SourceFile } from '../../source/read-repository.ts'
import { isRead, isSource, isTest } from '../../source/repository-files.ts'
import type { Unresolved } from '../../source/uses/found.ts'
import { Unreadable } from '../failures.ts'
import type { ReadingJob } from '../job.ts'
import { newSheet, type Parsed, type Sheet } from '../parsed.ts'
import { wholeText } from '../text.ts'
import { type Archive, openArchive } from '../zip.ts'
import { readDefinition } from './definitions.ts'
import { LARGEST_PARSED, objectOfFile } from './object-files.ts'
import { packageNames } from './packages.ts'

const LARGEST_FILE = 50 * 1024 ** 2

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
    if (objects.length === 0) throw new Unreadable('No file in the archive has a name in the format of abapGit.')
    const filesOf = new Map<ParsedObject, Files>()
    const sources: SourceFile[] = []
    for (const files of objects) {
      const object = await describe(job, archive, sheet, files, packages(files.folder), sources)
      if (object) filesOf.set(object, files)
    }
    const reading = readRepository(sources, job.words.namespaces, job.progress)
    for (const [object, files] of filesOf) addReading(job, sheet, object, files, reading)
    warnOfUnresolved(sheet, reading)
    sheet.rows = archive.entries.length
    return { ...sheet.done(), signatures: reading.signatures(job.filename) }
  } finally {
    archive.close()
  }
}

function objectsOf(entries: readonly Entry[], sheet: Sheet): Files[] {
  const objects = new Map<string, Files>()
  for (const entry of entries) {
    if (/\.(?:zip|nugg)$/i.test(entry.fileName)) sheet.warn(`The nested archive “${entry.fileName}” was not opened.`)
    const named = objectOfFile(entry.fileName)
    if (!named) continue
    const key = shortForm(named)
    const folder = entry.fileName.slice(0, entry.fileName.lastIndexOf('/') + 1)
    const known = objects.get(key) ?? { named, folder, entries: [] }
    objects.set(key, known)
    known.entries.push(entry)
  }
  return [...objects.values()]
}

/** Adds the object with its package and the data of its XML, and collects its sources. */
async function describe(
  job: ReadingJob,
  archive: Archive,
  sheet: Sheet,
  files: Files,
  packageName: string,
  sources: SourceFile[],
): Promise<ParsedObject | undefined> {
  const record = sheet.object(files.named)
  if (!record) return undefined
  record.package = packageName
  record.has_dependencies = true
  record.file = files.entries[0]!.fileName
  for (const entry of files.entries) {
    const { fileName, uncompressedSize } = entry
    if (isTest(fileName)) continue
    if (uncompressedSize > LARGEST_FILE || (isSource(fileName) && uncompressedSize > LARGEST_PARSED)) {
      sheet.reject(0, `“${fileName}” is too large to be parsed.`)
      record.parsed_ratio = 0
      continue
    }
    const text = await wholeText(await archive.stream(entry))
    if (/\.xml$/i.test(fileName)) readDefinition(job.words, record, text)
    if (isRead(fileName)) sources.push({ filename: fileName, text })
  }
  return record
}

function addReading(
  { words }: ReadingJob,
  sheet: Sheet,
  record: ParsedObject,
  { entries }: Files,
  reading: RepositoryReading,
): void {
  const files = entries.flatMap(({ fileName }) => reading.files.get(fileName) ?? [])
  const sources = files.filter(({ filename }) => isSource(filename))
  record.file = sources[0]?.filename ?? record.file
  record.lines = sum(sources, ({ lines }) => lines)
  record.parsed_ratio = Math.min(record.parsed_ratio, parsedShare(sources))
  record.dynamic_calls = sum(files, ({ dynamic }) => dynamic.length)
  record.members.push(...files.flatMap(({ members }) => members))
  const firsts = firstFiles(files)
  for (const { type, name, access, sites, occurrences, basis } of referencesOf(record, files)) {
    if (isOwnInclude(record, type, name)) continue
    const file = firsts.get(useKey({ type, name, access })) ?? ''
    sheet.use(record, { type, name }, access, sites, occurrences[0]?.line ?? 0, file === record.file ? '' : file, basis)
  }
  for (const { kind, line } of technologiesOf(files)) record.technologies.push(words.technology(kind, line))
}

const useKey = ({ type, name, access }: Named & { access: string }): string => `${type}:${name} ${access}`

/** An object may have several files. The reported line is in the first file with the use. */
function firstFiles(files: readonly FileReading[]): Map<string, string> {
  const firsts = new Map<string, string>()
  for (const { filename, resolved } of files)
    for (const use of resolved) if (!firsts.has(useKey(use))) firsts.set(useKey(use), filename)
  return firsts
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

/** These names do not count as SAP's, so the user gets a warning about them. */
function warnOfUnresolved(sheet: Sheet, { files }: RepositoryReading): void {
  const names = new Map<Unresolved, Set<string>>()
  for (const { unresolved } of files.values())
    for (const { name, reason } of unresolved) names.set(reason, (names.get(reason) ?? new Set()).add(name))
  for (const [reason, found] of names) {
    const examples = [...found].sort().slice(0, 3).join(', ')
    sheet.warn(`${counted(found.size, 'name', 'names')} could not be resolved (${examples}): they ${REASONS[reason]}.`)
  }
}

/** The includes of a function group are named after it. */
const isOwnInclude = (record: ParsedObject, type: string, name: string): boolean =>
  record.type === 'FUGR' &&
  type === 'PROG' &&
  name.replace(/^\/.*\//, '').startsWith(`L${record.name.replace(/^\/.*\//, '')}`)
