// Techniques that count by themselves, whatever they refer to.
import { addTechnology, type Extraction } from './extraction.ts'
import { OWN_NAME } from './names.ts'
import type { Split, Statement } from './statements.ts'

/** The marks that SAP's modification assistant leaves: `*{   INSERT         DEVK900123`. */
const MODIFICATION = /^\*[{}]\s+(?:INSERT|REPLACE|DELETE)\b/
const ALV_FUNCTION = /^'(?:REUSE_ALV|POPUP_|WS_|GUI_)/

export function readTechnologies(found: Extraction, { statements, comments }: Split): void {
  for (const { line, text } of comments) if (MODIFICATION.test(text)) addTechnology(found, 'modification', line)
  for (const statement of statements) {
    const kind = technologyOf(statement)
    if (kind) addTechnology(found, kind, statement.tokens[0]!.line)
    if (isCrossClient(statement)) addTechnology(found, 'cross_client', statement.tokens[0]!.line)
    if (isRemote(statement)) addTechnology(found, 'rfc_destination', statement.tokens[0]!.line)
  }
  for (const { access, type, name, occurrences } of found.references.values())
    if (access === 'write' && type === 'TABL' && !OWN_NAME.test(name))
      addTechnology(found, 'direct_write', occurrences[0]!.line)
}

function technologyOf({ tokens }: Statement): string | undefined {
  const [first, second, third] = tokens.map(({ upper }) => upper)
  if (first === 'ENHANCEMENT' && second !== '-') return 'implicit_enhancement'
  if (first === 'WRITE' && !tokens.some(({ upper }) => upper === 'TO') && second !== '=') return 'list_output'
  if (first === 'CALL' && (second === 'SCREEN' || second === 'SELECTION')) return 'dynpro'
  if (first === 'MODULE' && tokens.some(({ upper }) => upper === 'INPUT' || upper === 'OUTPUT')) return 'dynpro'
  if (first === 'CALL' && second === 'FUNCTION' && ALV_FUNCTION.test(third ?? '')) return 'classic_ui'
  if (first === 'CALL' && second === 'TRANSACTION' && tokens.some(({ upper }) => upper === 'USING'))
    return 'batch_input'
  if (first === 'CALL' && second?.startsWith("'")) return 'system_call'
  if (first === 'EXEC' && second === 'SQL') return 'native_sql'
  if (first === 'GENERATE' && (second === 'SUBROUTINE' || second === 'REPORT' || second === 'DYNPRO'))
    return 'generated_code'
  if (first === 'INSERT' && second === 'REPORT') return 'generated_code'
  if (first === 'OPEN' && second === 'DATASET') return 'file_access'
  if (first === 'PERFORM' && tokens.some(({ upper }) => upper === 'PROGRAM')) return 'external_perform'
  return undefined
}

const isCrossClient = ({ tokens }: Statement): boolean =>
  tokens.some(({ upper }, at) => upper === 'CLIENT' && tokens[at + 1]?.upper === 'SPECIFIED')

/** Not to this system itself. */
const isRemote = ({ tokens }: Statement): boolean =>
  tokens[0]?.upper === 'CALL' &&
  tokens[1]?.upper === 'FUNCTION' &&
  tokens.some(({ upper }, at) => upper === 'DESTINATION' && !/^'(?:NONE|BACK)'$/.test(tokens[at + 1]?.upper ?? ''))
