// Lists every name that the reader reports as SAP's and that looks wrong. A sample of 60 once showed none of 48 invented
// names, so only complete lists are reliable.
import type { RepositoryReading, SourceFile } from '../source/read-repository.ts'
import { addDeclared, type Declared, newDeclared } from './declared-names.ts'
import type { Listed } from './published-kinds.ts'

type Why =
  /** These count as invented. */
  | 'is a keyword'
  | 'is declared in the same file'
  | 'is not on its line'
  | 'is not a name'
  /** These need manual review. */
  | 'looks local'
  | 'may be a variable of its file'
  | 'is not named like its kind'
  | 'is too long or too short'

export interface Suspicion {
  type: string
  name: string
  why: Why
  filename: string
  line: number
  source: string
}

const INVENTED: ReadonlySet<Why> = new Set<Why>([
  'is a keyword',
  'is declared in the same file',
  'is not on its line',
  'is not a name',
])
export const isInvented = ({ why }: Suspicion): boolean => INVENTED.has(why)

/** One entry for each name, kind and reason. */
export function suspiciousNames(
  sources: readonly SourceFile[],
  { files }: RepositoryReading,
  listed: Listed,
): Suspicion[] {
  const found = new Map<string, Suspicion>()
  for (const { filename, text } of sources) {
    const reading = files.get(filename)
    if (!reading?.resolved.some(({ isSap }) => isSap)) continue
    const rows = text.split('\n')
    const declared = newDeclared()
    if (/\.abap$/i.test(filename)) addDeclared(declared, text)
    for (const use of reading.resolved)
      if (use.isSap)
        for (const why of reasonsFor(use, rows, declared, listed)) {
          const { type, name, line } = use
          const key = `${type}:${name} ${why}`
          const source = (rows[line - 1] ?? '').trim()
          if (!found.has(key)) found.set(key, { type, name, why, filename, line, source })
        }
  }
  return [...found.values()].sort((a, b) => (a.why < b.why ? -1 : a.why > b.why ? 1 : a.name < b.name ? -1 : 1))
}

type Resolved = NonNullable<ReturnType<RepositoryReading['files']['get']>>['resolved'][number]

function reasonsFor(use: Resolved, rows: readonly string[], declared: Declared, listed: Listed): Why[] {
  const { type, name } = use
  const why: Why[] = []
  if (!NAME.test(name)) why.push('is not a name')
  if (TYPES.has(type) && use.from !== 'description' && KEYWORDS.has(name)) why.push('is a keyword')
  if (isTypeOf(use, declared)) why.push('is declared in the same file')
  if (isVariableOf(use, rows, declared)) why.push('may be a variable of its file')
  if (isOnLineAlways(use) && !isOnLine(use, rows[use.line - 1] ?? '')) why.push('is not on its line')
  if (listed.has(name)) return why
  const bare = name.replace(/^\/\w+\//, '')
  if (TYPES.has(type) && LOCAL.test(bare)) why.push('looks local')
  if (PATTERNS[type] && !PATTERNS[type].test(bare)) why.push('is not named like its kind')
  if (bare.length < 3 || bare.length > (LONGEST[type] ?? 40)) why.push('is too long or too short')
  return why
}

const TYPES = new Set(['TABL', 'DTEL', 'TTYP', 'CDS_STOB', 'CLAS', 'INTF', 'BADI_DEF'])

/** SELECT … FROM x always means the database, even if a type has the same name. */
const isTypeOf = ({ type, name, access }: Resolved, declared: Declared): boolean =>
  TYPES.has(type) && access !== 'read' && access !== 'write' && declared.types.has(name)

function isVariableOf({ name, line }: Resolved, rows: readonly string[], declared: Declared): boolean {
  const like = new RegExp(`\\bLIKE\\s+(?:LINE\\s+OF\\s+|(?:\\w+\\s+)?TABLE\\s+OF\\s+)?${escaped(name)}(?![\\w/-])`, 'i')
  return declared.variables.has(name) && like.test(rows[line - 1] ?? '')
}

/** A name from one of these sources is written somewhere else. */
const isOnLineAlways = ({ from }: Resolved): boolean => !/^(?:constant|macro|variable)$/.test(from)

function isOnLine({ name, type }: Resolved, row: string): boolean {
  const upper = row.toUpperCase()
  if (upper.includes(name)) return true
  // INFOTYPES 0002 means P0002, and an exit is named after its number.
  if (type === 'TABL' && /^P\d{4}$/.test(name)) return upper.includes(name.slice(1))
  return type === 'EXIT' && upper.includes(name.split(' ').at(-1)!)
}

const escaped = (name: string): string => name.replace(/[$/]/g, '\\$&')

/** Standard includes may have names like `<ICON>`. */
const NAME = /^<?(?:\/\w+\/)?[\w%$#&~-]+(?: [\w%$#&~-]+)?>?$/
const LOCAL = /^(?:[LGMIECR](?:[TSVO]|TY|TYP|CL|IF|CX)|TYP?|T[TYS]|WA)_\w|^[LGM][CSTV]?_|^[_<%]|^\d+$/
const PATTERNS: Readonly<Record<string, RegExp>> = {
  CLAS: /^C[LX]_/,
  INTF: /^IF_/,
  CDS_STOB: /^[ACDEIPRX]_/,
  FUNC: /_/,
  BADI_DEF: /BADI|_/,
  TTYP: /_T|_TAB|TAB|TT|_|T\d?$/,
  MSAG: /^[A-Z0-9]/,
  TABL: /^[A-Z][A-Z0-9]*(?:_\w+)*$/,
  DTEL: /^[A-Z][A-Z0-9]*(?:_\w+)*$/,
}
const LONGEST: Readonly<Record<string, number>> = {
  TABL: 30,
  DTEL: 30,
  TTYP: 30,
  CLAS: 30,
  INTF: 30,
  FUNC: 30,
  MSAG: 20,
}
const KEYWORDS = new Set(
  `EQ NE LT GT LE GE CO CN CA NA CS NS CP NP AND OR NOT IS INITIAL BOUND ASSIGNED BETWEEN IN TYPE LIKE REF TO TABLE OF STANDARD
SORTED HASHED ANY INDEX WITH UNIQUE NON-UNIQUE KEY DEFAULT EMPTY LINE RANGE VALUE OPTIONAL PREFERRED EXPORTING IMPORTING CHANGING
RETURNING RAISING EXCEPTIONS TABLES USING FROM INTO APPENDING WHERE SELECT SINGLE DISTINCT UP ROWS ORDER BY GROUP HAVING JOIN INNER
LEFT RIGHT OUTER ON AS UNION ENDSELECT INSERT UPDATE MODIFY DELETE SET VALUES FOR ALL ENTRIES CORRESPONDING FIELDS CLIENT SPECIFIED
BYPASSING BUFFER CALL METHOD FUNCTION PERFORM FORM SUBMIT AND RETURN IF ELSE ELSEIF ENDIF CASE WHEN OTHERS DO WHILE LOOP AT ENDLOOP
TRY CATCH CLEANUP RAISE EXCEPTION MESSAGE ID NUMBER CREATE OBJECT CLASS INTERFACE PUBLIC PRIVATE PROTECTED SECTION ENDCLASS INHERITING
ABSTRACT FINAL REDEFINITION ALIASES EVENTS HANDLER STRUCTURE INCLUDE OCCURS BEGIN END LENGTH READ-ONLY ASSIGNING REFERENCE
ENTITY DEFINE VIEW ROLE GRANT CONDITIONS INHERIT WHERE EXTEND PROJECTION COMPOSITION ASSOCIATION CAST DATA OBJECT CSEQUENCE CLIKE
NUMERIC SIMPLE XSEQUENCE DECFLOAT STRING XSTRING I C N D T P F X B S INT8 ABAP_BOOL ABAP_TRUE ABAP_FALSE SPACE SY ME SUPER SELF`.split(
    /\s+/,
  ),
)
