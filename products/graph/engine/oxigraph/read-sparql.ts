// Parses SPARQL for the evaluators with the guard's parser, so that what was checked is what runs.
import type { Query, Update } from '@traqula/rules-sparql-1-1'
import { decodeEscapes } from '../../guard/decode.ts'
import { parseText } from '../../guard/parser.ts'
import { walk } from '../../guard/walk.ts'
import { EngineError } from '../engine.ts'
import { withNamedGroups } from './name-groups.ts'

/** Positions in the tree refer to `text`. */
export interface Read<Tree> {
  text: string
  tree: Tree
}

export function readQuery(source: string, base: string | undefined): Read<Query> {
  const { text, tree } = read(source, base)
  if (tree.type !== 'query') throw new EngineError('syntax', 'The text is an update, not a query.')
  return { text, tree }
}

export function readUpdate(source: string, base: string | undefined): Read<Update> {
  const { text, tree } = read(source, base)
  if (tree.type !== 'update') throw new EngineError('syntax', 'The text is a query, not an update.')
  return { text, tree }
}

function read(source: string, base: string | undefined): Read<Query | Update> {
  const read = parse(source, base)
  // Oxigraph would answer SERVICE SILENT with nothing, as if it had asked the server.
  if (/service/i.test(read.text))
    walk(read.tree, undefined, (node) => {
      if (node.type === 'pattern' && node.subType === 'service')
        throw new EngineError('remote', 'SERVICE is not allowed: the engine cannot reach other servers.')
      return undefined
    })
  const text = withNamedGroups(read.text, read.tree)
  return text === read.text ? read : parse(text, base)
}

function parse(source: string, base: string | undefined): Read<Query | Update> {
  try {
    const text = decodeEscapes(source)
    return { text, tree: parseText(text, base) }
  } catch (error) {
    if (error instanceof RangeError) throw new EngineError('syntax', 'The text is nested too deeply to be parsed.')
    throw new EngineError('syntax', error instanceof Error ? error.message : String(error))
  }
}
