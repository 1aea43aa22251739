// The files of a pack, wherever they come from, and the digest that names exactly these files.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** By path, with slashes, from the pack's own folder. */
export type PackFiles = ReadonlyMap<string, Uint8Array>

export const MAX_FILES = 500
export const MAX_UNPACKED = 20 * 1024 * 1024

export async function readFolder(folder: URL): Promise<PackFiles> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const root = decodeURIComponent(folder.pathname)
  const paths = found
    .filter((item) => item.isFile())
    .map((item) => `${item.parentPath}/${item.name}`.slice(root.length).replace(/^\/+/, ''))
    .sort()
  const entries = await Promise.all(
    paths.map(async (path): Promise<[string, Uint8Array]> => [path, await readFile(new URL(encodeURI(path), folder))]),
  )
  return new Map(entries)
}

/** What is wrong with a path that somebody sent; undefined for one that may be used. */
export function pathFault(path: string): string | undefined {
  if (path.length === 0 || path.length > 200) return 'a path has 1 to 200 characters'
  if (!/^[A-Za-z0-9_.@ -]+(?:\/[A-Za-z0-9_.@ -]+)*$/.test(path))
    return 'a path is relative and has letters, digits, spaces and _ . @ - only'
  return path.split('/').some((part) => /^\.+$/.test(part)) ? 'a path may not leave its folder' : undefined
}

/** sha256 over the sorted pairs of path and sha256: the same files have the same digest, whatever carried them. */
export function digestOfFiles(files: PackFiles): string {
  const all = createHash('sha256')
  for (const path of [...files.keys()].sort()) {
    const one = createHash('sha256').update(files.get(path)!).digest('hex')
    all.update(`${path}\0${one}\n`)
  }
  return `sha256:${all.digest('hex')}`
}
