// Technologies that a statement shows by itself, whatever it refers to.
import { kindOf, textOf } from './abaplint/nodes.ts'
import type { AbapFile, StatementNode } from './abaplint/parts.ts'

export interface SourceTechnology {
  kind: string
  line: number
}

/** Marks of SAP's modification assistant: `*{   INSERT         DEVK900123`. */
const MODIFICATION = /^\*[{}]\s+(?:INSERT|REPLACE|DELETE)\b/
const ALV_FUNCTION = /^'(?:REUSE_ALV|POPUP_|WS_|GUI_)/
const SQL = /^(?:Select|SelectLoop|OpenCursor|With|WithLoop|(?:Insert|Update|Modify|Delete)Database)$/

/** Each kind once, with its first line. */
export function technologiesIn(file: AbapFile): SourceTechnology[] {
  const found = new Map<string, number>()
  const add = (kind: string | undefined, statement: StatementNode): void => {
    if (kind && !found.has(kind)) found.set(kind, statement.getFirstToken().getRow())
  }
  for (const statement of file.getStatements()) {
    const kind = kindOf(statement)
    if (kind === 'Comment') {
      if (MODIFICATION.test(textOf(statement))) add('modification', statement)
      continue
    }
    add(technologyOf(statement, kind), statement)
    if (SQL.test(kind) && isCrossClient(statement)) add('cross_client', statement)
    if (kind === 'CallFunction' && isRemote(statement)) add('rfc_destination', statement)
  }
  return [...found].map(([kind, line]) => ({ kind, line }))
}

/** By the grammar's name of the statement. */
const KINDS: Readonly<Record<string, string>> = {
  Enhancement: 'implicit_enhancement',
  Write: 'list_output',
  CallScreen: 'dynpro',
  CallSelectionScreen: 'dynpro',
  ExecSQL: 'native_sql',
  GenerateSubroutine: 'generated_code',
  GenerateReport: 'generated_code',
  GenerateDynpro: 'generated_code',
  InsertReport: 'generated_code',
  OpenDataset: 'file_access',
  SystemCall: 'system_call',
}

function technologyOf(statement: StatementNode, kind: string): string | undefined {
  const words = () => statement.getTokens().map((token) => token.getUpperStr())
  switch (kind) {
    case 'Write':
      return words().includes('TO') ? undefined : KINDS[kind]
    case 'Module':
      return words().some((word) => word === 'INPUT' || word === 'OUTPUT') ? 'dynpro' : undefined
    case 'CallFunction':
      return ALV_FUNCTION.test(words()[2] ?? '') ? 'classic_ui' : undefined
    case 'CallTransaction':
      return words().includes('USING') ? 'batch_input' : undefined
    case 'Perform':
      return words().includes('PROGRAM') ? 'external_perform' : undefined
  }
  return KINDS[kind]
}

function isCrossClient(statement: StatementNode): boolean {
  const words = statement.getTokens().map((token) => token.getUpperStr())
  return words.some((word, at) => word === 'CLIENT' && words[at + 1] === 'SPECIFIED')
}

/** True for a destination other than this system itself. */
function isRemote(statement: StatementNode): boolean {
  const words = statement.getTokens().map((token) => token.getUpperStr())
  return words.some((word, at) => word === 'DESTINATION' && !/^'(?:NONE|BACK)'$/.test(words[at + 1] ?? ''))
}
