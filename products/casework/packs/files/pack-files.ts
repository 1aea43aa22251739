// The files of a pack from any source, and the digest that identifies them.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** By path relative to the pack's folder, with slashes. */
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

/** What is wrong with an uploaded path; undefined if it is allowed. */
export function pathFault(path: string): string | undefined {
  if (path.length === 0 || path.length > 200) return 'a path must have 1 to 200 characters'
  if (!/^[A-Za-z0-9_.@ -]+(?:\/[A-Za-z0-9_.@ -]+)*$/.test(path))
    return 'a path must be relative, with only letters, digits, spaces and _ . @ -'
  return path.split('/').some((part) => /^\.+$/.test(part)) ? 'a path must not leave its folder' : undefined
}

/** SHA-256 over the sorted pairs of path and SHA-256: equal files have equal digests, whether sent as ZIP or JSON. */
export function digestOfFiles(files: PackFiles): string {
  const all = createHash('sha256')
  for (const path of [...files.keys()].sort()) {
    const one = createHash('sha256').update(files.get(path)!).digest('hex')
    all.update(`${path}\0${one}\n`)
  }
  return `sha256:${all.digest('hex')}`
}
