// Writes the graphs that protocol parameters or the scope determine into the text of an update, so that the engine
// needs to know neither.
import type { Dataset, OperationGraphs } from './dataset.ts'
import type { ParsedOperation, ParsedUpdate } from './parse.ts'
import { tokens } from './scan.ts'

/** The text to run. `using` is the dataset of the protocol parameters; `graphs` has one entry per operation. */
export function spelledGraphs(
  { text, operations }: ParsedUpdate,
  graphs: readonly OperationGraphs[],
  using: Dataset | undefined,
): string {
  let spelled = ''
  let done = 0
  for (const [index, { ast }] of operations.entries()) {
    const place = placeOf(ast)
    const written = text.slice(place.start, place.end)
    spelled += text.slice(done, place.start) + spelledOperation(written, ast, graphs[index]!, using)
    done = place.end
  }
  return spelled + text.slice(done)
}

function spelledOperation(
  written: string,
  ast: ParsedOperation['ast'],
  { graphs = [] }: OperationGraphs,
  using: Dataset | undefined,
): string {
  if ((ast.subType === 'clear' || ast.subType === 'drop') && /^(?:named|all)$/.test(ast.destination.subType))
    return graphs.map((graph) => `CLEAR GRAPH <${graph}>`).join(' ; ') || 'INSERT DATA {}'
  if (!using || (ast.subType !== 'modify' && ast.subType !== 'deletewhere')) return written
  const clauses = [
    ...using.defaultGraphs.map((graph) => `USING <${graph}>`),
    ...using.namedGraphs.map((graph) => `USING NAMED <${graph}>`),
  ].join(' ')
  if (ast.subType === 'modify') {
    const at = whereOf(written, placeOf(ast.where).start - placeOf(ast).start)
    return `${written.slice(0, at)}${clauses} ${written.slice(at)}`
  }
  const quads = written.slice(firstBrace(written))
  return `DELETE ${quads} ${clauses} WHERE ${quads}`
}

/** The offset of the WHERE keyword before the group. */
function whereOf(written: string, group: number): number {
  let at = group
  for (const { kind, image, offset } of tokens(written)) {
    if (offset >= group) break
    if (kind === 'word' && /^where$/i.test(image)) at = offset
  }
  return at
}

function firstBrace(written: string): number {
  for (const { image, offset } of tokens(written)) if (image === '{') return offset
  throw new Error('DELETE WHERE has no group.')
}

function placeOf({ loc }: Pick<ParsedOperation['ast'], 'loc'>): { start: number; end: number } {
  if (loc.sourceLocationType !== 'source') throw new Error('A syntax tree node has no position in the text.')
  return loc
}
