// Packages of an abapGit repository. They are named by folders, in one of three ways.
import { wholeText } from '../text.ts'
import type { Archive } from '../zip.ts'

/** Maps a folder to its package. The name of the root package is not in the repository, so the archive's name is used. */
export async function packageNames(archive: Archive, filename: string): Promise<(folder: string) => string> {
  const settings = archive.entries.find(({ fileName }) => /(^|\/)\.abapgit\.xml$/.test(fileName))
  const xml = settings && settings.uncompressedSize < 1_000_000 ? await wholeText(await archive.stream(settings)) : ''
  const logic = /<FOLDER_LOGIC>([^<]+)</.exec(xml)?.[1]?.trim().toUpperCase() ?? 'PREFIX'
  const root = settings?.fileName.slice(0, settings.fileName.lastIndexOf('/') + 1) ?? ''
  const start = `${root}${(/<STARTING_FOLDER>([^<]+)</.exec(xml)?.[1] ?? '/src/').replace(/^\//, '')}`
  const first = firstPackage(root || filename)
  const known = new Set(
    archive.entries
      .filter(({ fileName }) => /(^|\/)package\.devc\.xml$/i.test(fileName))
      .map(({ fileName }) => folderOf(fileName)),
  )
  return (folder) => {
    const inside = folder.startsWith(start)
      ? folder.slice(start.length)
      : folder.slice(root.length).replace(/^src\//, '')
    const parts = inside.split('/').filter(Boolean)
    // A folder without a package file belongs to the package above it.
    while (known.size > 1 && parts.length > 0 && !known.has(`${start}${parts.join('/')}/`)) parts.pop()
    const names = parts.map((part) => part.replaceAll('#', '/').toUpperCase())
    if (names.length === 0) return first
    return logic === 'FULL'
      ? names.at(-1)!
      : logic === 'MIXED'
        ? `${first}_${names.at(-1)}`
        : [first, ...names].join('_')
  }
}

const folderOf = (fileName: string): string => fileName.slice(0, fileName.lastIndexOf('/') + 1)

/** `abapGit-main/` and `zorders.zip` without branch and extension. */
const firstPackage = (name: string): string =>
  name
    .replace(/\/$/, '')
    .split('/')
    .at(-1)!
    .replace(/\.zip$/i, '')
    .replace(/-(?:main|master|[0-9a-f]{7,40})$/i, '')
    .replace(/[^A-Za-z0-9_$/]+/g, '_')
    .toUpperCase()
