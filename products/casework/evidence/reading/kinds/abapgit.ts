// An abapGit repository as an archive: objects from the names of their files, packages from their folders, references from
// their sources and definitions.
import type { Entry } from 'yauzl'
import type { FileObject } from '../../../estate/tables.ts'
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
    if (objects.length === 0) throw new Unreadable('No file in it is named as abapGit names objects.')
    const said = new Map<FileObject, Files>()
    const sources: SourceFile[] = []
    for (const files of objects) {
      const object = await describe(job, archive, sheet, files, packages(files.folder), sources)
      if (object) said.set(object, files)
    }
    const reading = readRepository(sources, job.words.namespaces, job.progress)
    for (const [object, files] of said) addReading(job, sheet, object, files, reading)
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
    if (/\.(?:zip|nugg)$/i.test(entry.fileName)) sheet.warn(`The archive “${entry.fileName}” inside it was not opened.`)
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

/** Its package and what its XML tells; its sources are put with those of all others. */
async function describe(
  job: ReadingJob,
  archive: Archive,
  sheet: Sheet,
  files: Files,
  packageName: string,
  sources: SourceFile[],
): Promise<FileObject | undefined> {
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
  said: FileObject,
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
  const firsts = firstFiles(files)
  for (const { type, name, access, sites, occurrences, basis } of referencesOf(said, files)) {
    if (isOwnInclude(said, type, name)) continue
    const file = firsts.get(useKey({ type, name, access })) ?? ''
    sheet.use(said, { type, name }, access, sites, occurrences[0]?.line ?? 0, file === said.file ? '' : file, basis)
  }
  for (const { kind, line } of technologiesOf(files)) said.technologies.push(words.technology(kind, line))
}

const useKey = ({ type, name, access }: Named & { access: string }): string => `${type}:${name} ${access}`

/** An object is written in several files: the first that uses a thing holds the line that is told. */
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
const isOwnInclude = (said: FileObject, type: string, name: string): boolean =>
  said.type === 'FUGR' &&
  type === 'PROG' &&
  name.replace(/^\/.*\//, '').startsWith(`L${said.name.replace(/^\/.*\//, '')}`)
