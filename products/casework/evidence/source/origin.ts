// Decides whose a name is: in the upload, custom but not uploaded, of SAP or a partner, or unresolved.
import type { Upload } from './upload.ts'
import type { Unresolved, Use, Votes } from './uses/found.ts'

type Origin = 'upload' | 'custom' | 'sap' | 'unresolved'

const LOCAL =
  /^(?:LCL|LIF|LCX|LTC|LTD|LTH|GTY?|LTY|TY|TYP|GTT|LTT|TYS|TYT|GS|GT|LS|LT|GV|LV|IT|ET|CT|WA|MT|MS|TS|TT|IO|RT|RO|IS|ES|CS|IV|EV|CV|RV)_|^<|^TY$/
const INHERITED = /^(?:TY?|LTY|TS|TT)_|^TY/
const OPEN: ReadonlySet<string> = new Set(['type', 'class', 'reference', 'structure'])

export function originOf(use: Use, votes: Votes, upload: Upload, isInUpload: boolean): Origin {
  if (isInUpload) return 'upload'
  if (upload.isCustom(use.name)) return 'custom'
  return (use.unresolved ?? reasonOf(use, votes)) ? 'unresolved' : 'sap'
}

/** Reason why a name is unresolved: it looks local, but the scope did not find it. */
export function reasonOf(use: Use, votes: Votes): Unresolved | undefined {
  if (use.unresolved) return use.unresolved
  if (use.isLike && use.mayBeInherited && !isStructure(votes)) return 'inherited'
  if (!OPEN.has(use.form)) return LOCAL.test(use.name) && use.form === 'rows' ? 'declared_elsewhere' : undefined
  if (LOCAL.test(use.name) && !isSure(votes)) return use.mayBeInherited ? 'inherited' : 'declared_elsewhere'
  return use.mayBeInherited && INHERITED.test(use.name) && !isSure(votes) ? 'inherited' : undefined
}

/** Some place in the estate requires this kind. */
const isStructure = ({ structure, rows, plain, row }: Votes): boolean => Boolean(structure || rows || plain || row)
const isSure = ({ structure, rows, table_type, element }: Votes): boolean =>
  Boolean(rows || (structure && (table_type || element)))
