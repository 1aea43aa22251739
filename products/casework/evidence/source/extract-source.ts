// From source to what it uses: the door for evidence and for the studio. Pure; slow on large sources, so it runs in a
// thread (readers.ts). Without a parser the statements are split by their lexical rules alone.
import type { Named } from '../../model/artifacts.ts'
import { readReferences } from './abap-references.ts'
import { readCds } from './cds-references.ts'
import { readDeclarations } from './declarations.ts'
import { type Extraction, newExtraction, type SourceReference, type SourceTechnology } from './extraction.ts'
import { type Split, type Statement, splitStatements } from './statements.ts'
import { readTechnologies } from './technologies.ts'

export interface Source {
  language: 'abap' | 'cds'
  filename: string
  text: string
}

interface SourceObject extends Named {
  references: SourceReference[]
  technologies: SourceTechnology[]
  /** Further short forms that it is used under. */
  members: string[]
}

interface SourceCoverage {
  lines: number
  statements: number
  /** Share of the statements that were understood. */
  parsed_ratio: number
  dynamic_calls: { line: number; text: string }[]
  macros: number
  method: 'parser' | 'scan'
}

export interface ExtractedSource {
  language: Source['language']
  objects: SourceObject[]
  coverage: SourceCoverage
}

/** Gives the statements of a source, or undefined where it cannot. */
export type StatementParser = (filename: string, text: string) => Split | undefined

export function extractSource(source: Source, parse?: StatementParser): ExtractedSource {
  return source.language === 'cds' ? extractCds(source) : extractAbap([source], parse)
}

/** The files of one object together: what one declares the others use. */
export function extractAbap(files: readonly Source[], parse?: StatementParser): ExtractedSource {
  const found = newExtraction()
  const read = files.map((file) => ({ file, ...splitFile(file, parse) }))
  const declared = readDeclarations(read.flatMap(({ split }) => split.statements))
  let statements = 0
  let unknown = 0
  for (const { file, split, byParser } of read) {
    const rows = file.text.split(/\r?\n/)
    for (const statement of split.statements) {
      statements++
      if (statement.kind === 'MacroCall') found.macros++
      if (byParser ? statement.kind === 'Unknown' : !isLikely(statement)) unknown++
      readReferences({ found, declared, rows }, statement)
    }
    readTechnologies(found, split)
  }
  return {
    language: 'abap',
    objects: [objectOf(nameAbap(files[0]!, read[0]?.split), found, [])],
    coverage: {
      ...coverageOf(found, files),
      statements,
      parsed_ratio: statements > 0 ? (statements - unknown) / statements : 0,
      method: read.every(({ byParser }) => byParser) ? 'parser' : 'scan',
    },
  }
}

function splitFile(
  { filename, text }: Source,
  parse: StatementParser | undefined,
): { split: Split; byParser: boolean } {
  const split = parse?.(filename, text)
  return split ? { split, byParser: true } : { split: splitStatements(text), byParser: false }
}

/** Without a parser: a statement begins with a word of the language, gives a value, or calls something. */
const isLikely = ({ tokens }: Statement): boolean =>
  KEYWORDS.has(tokens[0]!.upper) ||
  tokens.some(({ text }) => text === '=' || text === '=>' || text === '->' || text === '(')
const KEYWORDS = new Set(
  (
    'ADD APPEND ASSERT ASSIGN AT AUTHORITY BACK BREAK CALL CASE CATCH CHECK CLASS CLEANUP CLEAR CLOSE COLLECT COMMIT COMPUTE ' +
    'CONCATENATE CONDENSE CONSTANTS CONTINUE CONVERT CREATE DATA DEFINE DELETE DESCRIBE DIVIDE DO ELSE ELSEIF END ENDAT ENDCASE ' +
    'ENDCLASS ENDDO ENDENHANCEMENT ENDEXEC ENDFORM ENDFUNCTION ENDIF ENDINTERFACE ENDLOOP ENDMETHOD ENDMODULE ENDSELECT ENDTRY ' +
    'ENDWHILE ENHANCEMENT EVENTS EXEC EXIT EXPORT FETCH FIELD FINAL FIND FORM FORMAT FREE FUNCTION GENERATE GET HIDE IF IMPORT ' +
    'INCLUDE INITIALIZATION INSERT INTERFACE INTERFACES LEAVE LOAD LOCAL LOG LOOP MESSAGE METHOD METHODS MODIFY MODULE MOVE ' +
    'MULTIPLY NEW OPEN OVERLAY PARAMETERS PERFORM PRIVATE PROGRAM PROTECTED PUBLIC RAISE RANGES READ RECEIVE REFRESH REJECT ' +
    'REPLACE REPORT RESERVE RESUME RETRY RETURN ROLLBACK SCAN SEARCH SELECT SELECTION SET SHIFT SKIP SORT SPLIT START STATICS ' +
    'STOP SUBMIT SUBTRACT SUM SUPPRESS TABLES TOP TRANSFER TRANSLATE TRY TYPE TYPES ULINE UNASSIGN UNPACK UPDATE WAIT WHEN ' +
    'WHILE WINDOW WITH WRITE ALIASES'
  ).split(' '),
)

function extractCds(source: Source): ExtractedSource {
  const found = newExtraction()
  const { entities, sqlView } = readCds(found, source.text)
  const name = entities[0] ?? stemOf(source.filename)
  const isBehaviour = /\bbehavior\b/i.test(source.text) && entities.length === 0
  const members = [...entities.map((entity) => `CDS_STOB:${entity}`), ...(sqlView ? [`TABL:${sqlView}`] : [])]
  const isKnown = entities.length > 0 || found.references.size > 0
  return {
    language: 'cds',
    objects: [objectOf({ type: isBehaviour ? 'BDEF' : 'DDLS', name }, found, members)],
    coverage: {
      ...coverageOf(found, [source]),
      statements: isKnown ? 1 : 0,
      parsed_ratio: isKnown ? 1 : 0,
      method: 'scan',
    },
  }
}

const coverageOf = (found: Extraction, files: readonly Source[]) => ({
  lines: files.reduce((sum, { text }) => sum + text.split('\n').length, 0),
  dynamic_calls: found.dynamic,
  macros: found.macros,
})

const objectOf = (named: Named, found: Extraction, members: string[]): SourceObject => ({
  ...named,
  references: [...found.references.values()].filter(({ type, name }) => type !== named.type || name !== named.name),
  technologies: [...found.technologies.values()],
  members,
})

const stemOf = (filename: string): string =>
  filename.split('/').at(-1)!.split('.')[0]!.replaceAll('#', '/').toUpperCase() || 'SNIPPET'

const HEADS: Readonly<Record<string, string>> = {
  REPORT: 'PROG',
  PROGRAM: 'PROG',
  CLASS: 'CLAS',
  INTERFACE: 'INTF',
  FUNCTION: 'FUNC',
}

/** What the file is called, else what the source calls itself. */
function nameAbap({ filename }: Source, split: Split | undefined): Named {
  const [stem, type] = filename.split('/').at(-1)!.split('.')
  if (stem && type && type.length === 4 && type !== 'abap') return { type: type.toUpperCase(), name: stemOf(filename) }
  for (const { tokens } of split?.statements ?? []) {
    const [first, second] = tokens
    const head = HEADS[first?.upper ?? '']
    if (head && second && second.upper !== '-') return { type: head, name: second.upper }
  }
  return { type: 'PROG', name: stemOf(filename) }
}
