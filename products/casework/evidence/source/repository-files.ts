// Which files of a repository are read, by the names that abapGit gives them.

export const OBJECT_FILE = /^([^.]{1,120})\.([a-z0-9]{4})\.(?:(.+)\.)?(abap|xml|as[a-z]{2,6}|srvdsrv|json)$/i
const SOURCE = /\.(?:abap|as\w+|srvdsrv)$/i
/** Objects whose XML says what they are made of, or what other sources mean. */
const DESCRIBED = /\.(?:prog|fugr|clas|intf|tabl|view|ttyp|dtel|doma|shlp|enqu|tran|enho|enhs|ddls|auth|type)\.xml$/i
/** What tests use is not used in production. */
const TESTS = /\.testclasses\.abap$/i

export const isSource = (filename: string): boolean => SOURCE.test(filename)
export const isTest = (filename: string): boolean => TESTS.test(filename)

export function isRead(filename: string): boolean {
  const [, , type] = OBJECT_FILE.exec(filename.slice(filename.lastIndexOf('/') + 1)) ?? []
  if (!type || type.toLowerCase() === 'devc' || isTest(filename)) return false
  return isSource(filename) || DESCRIBED.test(filename)
}
