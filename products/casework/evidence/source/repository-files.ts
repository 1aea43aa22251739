// Decides by abapGit's file names which files of a repository are read.

export const OBJECT_FILE = /^([^.]{1,120})\.([a-z0-9]{4})\.(?:(.+)\.)?(abap|xml|as[a-z]{2,6}|srvdsrv|json)$/i
const SOURCE = /\.(?:abap|as\w+|srvdsrv)$/i
/** Types whose XML describes the object or names that other sources use. */
const DESCRIBED = /\.(?:prog|fugr|clas|intf|tabl|view|ttyp|dtel|doma|shlp|enqu|tran|enho|enhs|ddls|auth|type)\.xml$/i
/** Uses in test classes do not count, because they do not run in production. */
const TESTS = /\.testclasses\.abap$/i

export const isSource = (filename: string): boolean => SOURCE.test(filename)
export const isTest = (filename: string): boolean => TESTS.test(filename)

export function isRead(filename: string): boolean {
  const [, , type] = OBJECT_FILE.exec(filename.slice(filename.lastIndexOf('/') + 1)) ?? []
  if (!type || type.toLowerCase() === 'devc' || isTest(filename)) return false
  return isSource(filename) || DESCRIBED.test(filename)
}
