// The sources of a check: a folder or a zip archive in the abapGit layout.
import { readdir, readFile, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { fitsGlob } from '../estate/select-objects.ts'
import { LARGEST_PARSED } from '../evidence/reading/kinds/object-files.ts'
import { wholeText } from '../evidence/reading/text.ts'
import { openArchive } from '../evidence/reading/zip.ts'
import type { SourceFile } from '../evidence/source/read-repository.ts'
import { isRead, isSource } from '../evidence/source/repository-files.ts'
import { CannotRun } from './cannot-run.ts'

export interface Sources {
  files: SourceFile[]
  /** Files outside the folder that `.abapgit.xml` names for the objects. They are read, but have no findings. */
  contextFiles: ReadonlySet<string>
  /** Files that were not read, with the reason. */
  skipped: { file: string; reason: string }[]
}

interface Given {
  file: string
  text(): Promise<string>
}

const SETTINGS = '.abapgit.xml'
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['.git', 'node_modules'])
const AT_ONCE = 32

/** Paths are relative to `base` if the sources are inside it, otherwise to the folder. This matches paths in pull requests. */
export async function readSources(path: string, base: string, exclude: readonly string[]): Promise<Sources> {
  const about = await stat(path).catch(() => undefined)
  if (!about) throw new CannotRun(`There is no folder or archive “${path}”.`)
  const found = about.isDirectory() ? await readFolder(path, base, exclude) : await readArchive(path, exclude)
  if (found.files.length === 0 && found.skipped.length === 0)
    throw new CannotRun(
      `“${path}” contains no ABAP sources in the abapGit layout, such as src/zorders.prog.abap. Name the folder of the repository.`,
    )
  return found
}

const isWanted = (path: string, exclude: readonly string[]): boolean =>
  isRead(path) && !exclude.some((glob) => fitsGlob(glob.replace(/\*\*+/g, '*'), path))

async function readFolder(folder: string, base: string, exclude: readonly string[]): Promise<Sources> {
  const inside = relative(base, folder)
  const from = inside.startsWith('..') || isAbsolute(inside) ? folder : base
  const given: Given[] = []
  await walk(folder, (path) =>
    given.push({
      file: relative(from, path).split(sep).join('/'),
      text: async () => wholeText(Readable.from([await readFile(path)])),
    }),
  )
  return read(given, exclude)
}

/** Does not follow links, because they may lead outside or in a circle. */
async function walk(folder: string, found: (path: string) => void): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) await walk(path, found)
    if (entry.isFile()) found(path)
  }
}

async function readArchive(path: string, exclude: readonly string[]): Promise<Sources> {
  const archive = await openArchive(path).catch((error: Error) => {
    throw new CannotRun(`“${path}” cannot be read as a zip archive. ${error.message}`)
  })
  try {
    const given = archive.entries.map((entry) => ({
      file: entry.fileName,
      text: async () => wholeText(await archive.stream(entry)),
    }))
    return await read(given, exclude)
  } finally {
    archive.close()
  }
}

async function read(given: readonly Given[], exclude: readonly string[]): Promise<Sources> {
  const sources: Sources = { files: [], contextFiles: new Set(), skipped: [] }
  const wanted = given.filter(({ file }) => isWanted(file, exclude)).sort((a, b) => (a.file < b.file ? -1 : 1))
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const part = wanted.slice(at, at + AT_ONCE)
    const texts = await Promise.all(part.map((one) => one.text()))
    for (const [place, { file }] of part.entries()) add(sources, file, texts[place]!)
  }
  const isContext = await contextIn(given)
  return { ...sources, contextFiles: new Set(wanted.map(({ file }) => file).filter(isContext)) }
}

/** A repository has its objects in one folder, by default `src`. Other files are context. */
async function contextIn(given: readonly Given[]): Promise<(file: string) => boolean> {
  const roots = await Promise.all(
    given
      .filter(({ file }) => file === SETTINGS || file.endsWith(`/${SETTINGS}`))
      .map(async ({ file, text }) => {
        const named = /<STARTING_FOLDER>\s*\/?([^<]*?)\s*</.exec(await text())?.[1]
        const root = file.slice(0, -SETTINGS.length)
        return { root, start: `${root}${named ?? 'src/'}` }
      }),
  )
  roots.sort((a, b) => b.root.length - a.root.length)
  return (file) => {
    const nearest = roots.find(({ root }) => file.startsWith(root))
    return nearest !== undefined && !file.startsWith(nearest.start)
  }
}

function add({ files, skipped }: Sources, file: string, text: string): void {
  if (isSource(file) && text.length > LARGEST_PARSED) skipped.push({ file, reason: 'It is larger than 5 MB.' })
  else files.push({ filename: file, text })
}
