// Writes lines to the server in batches, so that the right literals remain however the server normalizes them.
import { EngineError, type ProjectionSource } from '../engine.ts'
import { lineOf, type Parts, partsOf } from '../oxigraph/lines.ts'
import { toServerExact, toServerToken } from './names.ts'
import { Refused, type Server } from './server.ts'

export interface Feed {
  add(lines: readonly string[]): Promise<void>
  /** Brings the server from one state to the next. Safe to repeat. */
  change(remove: readonly string[], add: readonly string[]): Promise<void>
}

/** Virtuoso's parser fails at 2,000, and gets slow well before. */
const LINES_AT_ONCE = 250
const CHARS_AT_ONCE = 500_000

export function openFeed({ server, source }: { server: Server; source: ProjectionSource }, workspace: string): Feed {
  async function write(verb: 'INSERT' | 'DELETE', lines: readonly string[]): Promise<void> {
    for (const some of portions(lines)) await writeSome(verb, some)
  }

  async function writeSome(verb: 'INSERT' | 'DELETE', lines: readonly string[]): Promise<void> {
    try {
      await server.update(`${verb} DATA { ${quadsOf(lines.map(partsOf))} }`)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (lines.length === 1) return writeOtherwise(verb, lines[0]!, error)
      const half = Math.ceil(lines.length / 2)
      await writeSome(verb, lines.slice(0, half))
      await writeSome(verb, lines.slice(half))
    }
  }

  /** A server may reject a literal that is invalid for its type or out of its range. */
  async function writeOtherwise(verb: 'INSERT' | 'DELETE', line: string, error: Refused): Promise<void> {
    const parts = partsOf(line)
    const object = toServerExact(parts.object)
    if (object === undefined)
      throw new EngineError('unavailable', 'The SPARQL server rejects a statement.', { cause: error })
    await server.update(`${verb} DATA { ${quadsOf([{ ...parts, object }])} }`).catch((cause) => {
      throw cause instanceof Refused
        ? new EngineError('unavailable', 'The SPARQL server rejects a statement.', { cause })
        : cause
    })
  }

  /**
   * Servers store typed literals by value, and some cannot be deleted as they were written: two lines may be one
   * literal there. So all literals of that subject and property are deleted, and those that still exist are written
   * again.
   */
  async function removeTyped(lines: readonly string[]): Promise<string[]> {
    const keys = new Map(lines.map((line) => [keyOf(partsOf(line)), partsOf(line)]))
    const pairs = Map.groupBy(keys.values(), ({ graph }) => graph)
    for (const [graph, all] of pairs)
      for (const some of portions(
        all.map(({ subject, predicate }) => `(${toServerToken(subject)} ${toServerToken(predicate)})`),
      ))
        await server.update(
          `DELETE { GRAPH ${toServerToken(graph)} { ?s ?p ?o } } WHERE { VALUES (?s ?p) { ${some.join(' ')} } ` +
            `GRAPH ${toServerToken(graph)} { ?s ?p ?o } FILTER (isLiteral(?o)) }`,
        )
    return source.siblingLiterals(workspace, lines)
  }

  return {
    add: (lines) => write('INSERT', lines),
    async change(remove, add) {
      const typed = remove.filter((line) => line.includes('"^^<'))
      await write(
        'DELETE',
        remove.filter((line) => !line.includes('"^^<')),
      )
      const kept = typed.length > 0 ? await removeTyped(typed) : []
      await write('INSERT', [...new Set([...kept, ...add])])
    },
  }
}

const keyOf = ({ subject, predicate, graph }: Parts): string => lineOf({ subject, predicate, object: '', graph })

const quadsOf = (lines: readonly Parts[]): string =>
  [...Map.groupBy(lines, ({ graph }) => graph)]
    .map(([graph, all]) => `GRAPH ${toServerToken(graph)} { ${all.map(tripleOf).join('\n')} }`)
    .join('\n')

const tripleOf = ({ subject, predicate, object }: Parts): string =>
  `${toServerToken(subject)} ${toServerToken(predicate)} ${toServerToken(object)} .`

function* portions(texts: readonly string[]): Generator<string[]> {
  let some: string[] = []
  let chars = 0
  for (const text of texts) {
    if (some.length >= LINES_AT_ONCE || (some.length > 0 && chars + text.length > CHARS_AT_ONCE)) {
      yield some
      some = []
      chars = 0
    }
    some.push(text)
    chars += text.length
  }
  if (some.length > 0) yield some
}
