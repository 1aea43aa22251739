// An abapGit repository as an archive: objects from the names of their files, packages from their folders, references from
// their sources and definitions.
import type { Entry } from 'yauzl'
import type { Access } from '../../../estate/estate.ts'
import type { SaidObject } from '../../../estate/tables.ts'
import type { Named } from '../../../model/artifacts.ts'
import { type ExtractedSource, extractAbap, extractSource, type Source } from '../../source/extract-source.ts'
import { parseStatements } from '../../source/parsed-statements.ts'
import { Unreadable } from '../failures.ts'
import type { ReadingJob } from '../job.ts'
import { newSheet, type Parsed, type Sheet } from '../parsed.ts'
import { wholeText } from '../text.ts'
import { type Archive, openArchive } from '../zip.ts'
import { readDefinition } from './definitions.ts'
import { packageNames } from './packages.ts'

const OBJECT_FILE = /^([^.]{1,120})\.([a-z0-9]{4})\.(?:(.+)\.)?(abap|xml|as[a-z]{2,6}|srvdsrv|json)$/i
const LARGEST_FILE = 50 * 1024 ** 2
/** Beyond this a parser takes longer than it helps. */
const LARGEST_PARSED = 1_500_000

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
    for (const files of objects) await readObject(job, archive, sheet, files, packages(files.folder))
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

async function readObject(
  job: ReadingJob,
  archive: Archive,
  sheet: Sheet,
  files: Files,
  packageName: string,
): Promise<void> {
  const said = sheet.object(files.named)
  if (!said) return
  said.package = packageName
  said.has_dependencies = true
  said.file = files.entries[0]!.fileName
  const sources: Source[] = []
  for (const entry of files.entries) {
    // What tests use is not used in production.
    if (/\.testclasses\.abap$/i.test(entry.fileName)) continue
    if (entry.uncompressedSize > LARGEST_FILE) {
      sheet.reject(0, `“${entry.fileName}” is too large to be read.`)
      said.parsed_ratio = 0
      continue
    }
    const text = await wholeText(await archive.stream(entry))
    if (/\.xml$/i.test(entry.fileName)) readDefinition(job.words, sheet, said, text)
    else if (/\.abap$/i.test(entry.fileName)) sources.push({ language: 'abap', filename: entry.fileName, text })
    else if (/\.(?:as\w+|srvdsrv)$/i.test(entry.fileName))
      addExtracted(job, sheet, said, extractSource({ language: 'cds', filename: entry.fileName, text }), entry.fileName)
  }
  if (sources.length === 0) return
  const isHuge = sources.some(({ text }) => text.length > LARGEST_PARSED)
  addExtracted(job, sheet, said, extractAbap(sources, isHuge ? undefined : parseStatements), sources[0]!.filename)
}

function addExtracted(
  { words }: ReadingJob,
  sheet: Sheet,
  said: SaidObject,
  extracted: ExtractedSource,
  file: string,
): void {
  const { objects, coverage } = extracted
  said.file = file
  said.lines += coverage.lines
  said.parsed_ratio = Math.min(said.parsed_ratio, coverage.parsed_ratio)
  said.dynamic_calls += coverage.dynamic_calls.length
  for (const object of objects) {
    said.members.push(...object.members)
    for (const { type, name, access, sites, occurrences } of object.references) {
      if (isOwnInclude(said, type, name)) continue
      sheet.use(said, { type, name }, access satisfies Access, sites, occurrences[0]?.line ?? 0)
    }
    for (const { kind, line } of object.technologies) said.technologies.push(words.technology(kind, line))
  }
}

/** A function group consists of includes that are called after it. */
const isOwnInclude = (said: SaidObject, type: string, name: string): boolean =>
  said.type === 'FUGR' &&
  type === 'PROG' &&
  name.replace(/^\/.*\//, '').startsWith(`L${said.name.replace(/^\/.*\//, '')}`)
