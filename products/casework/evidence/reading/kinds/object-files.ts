// Maps a file of an abapGit repository to its object. Pure.
import type { Named } from '../../../model/artifacts.ts'
import { OBJECT_FILE } from '../../source/repository-files.ts'

/** Parsing a larger source takes too long. */
export const LARGEST_PARSED = 5_000_000
/** Undefined for a file that belongs to no object; a package is not one. */
export function objectOfFile(path: string): Named | undefined {
  const [, stem, type] = OBJECT_FILE.exec(path.slice(path.lastIndexOf('/') + 1)) ?? []
  if (!stem || !type || type.toLowerCase() === 'devc') return undefined
  return { type: type.toUpperCase(), name: nameOf(stem) }
}

/** abapGit writes a slash as `#`, and characters that file systems do not allow as `%` with two digits. */
const nameOf = (stem: string): string =>
  stem
    .replaceAll('#', '/')
    .replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .toUpperCase()
