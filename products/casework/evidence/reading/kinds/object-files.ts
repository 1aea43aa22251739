// Files of an abapGit repository by their names: which object a file belongs to, and which files are worth reading. Pure.
import type { Named } from '../../../model/artifacts.ts'

const OBJECT_FILE = /^([^.]{1,120})\.([a-z0-9]{4})\.(?:.+\.)?(?:abap|xml|as[a-z]{2,6}|srvdsrv|json)$/i
/** Beyond this size a parser takes longer than it helps. */
export const LARGEST_PARSED = 5_000_000
/** Objects whose XML says what they are made of, or what other sources mean. */
const DESCRIBED = /\.(?:prog|fugr|clas|intf|tabl|view|ttyp|dtel|doma|shlp|enqu|tran|enho|enhs|ddls|auth|type)\.xml$/i
const SOURCE = /\.(?:abap|as\w+|srvdsrv)$/i

/** Undefined for a file that belongs to no object; a package is not one. */
export function objectOfFile(path: string): Named | undefined {
  const [, stem, type] = OBJECT_FILE.exec(path.slice(path.lastIndexOf('/') + 1)) ?? []
  if (!stem || !type || type.toLowerCase() === 'devc') return undefined
  return { type: type.toUpperCase(), name: nameOf(stem) }
}

/** abapGit writes a slash as `#`, and what file systems refuse as `%` with two digits. */
const nameOf = (stem: string): string =>
  stem
    .replaceAll('#', '/')
    .replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .toUpperCase()

export const isSourceFile = (path: string): boolean => SOURCE.test(path)
/** What tests use is not used in production. */
export const isTestFile = (path: string): boolean => /\.testclasses\.abap$/i.test(path)
/** The reader of sources learns something from it. */
export const isReadFile = (path: string): boolean => isSourceFile(path) || DESCRIBED.test(path)
