// Turns parser errors into a message with a position.
import { type AppError, isAppError } from '@veritrace/platform/errors'
import { brokenRule } from './broken-rule.ts'
import { expectedHere, type Kind } from './expected.ts'
import { GrammarError, parseLeniently } from './parser.ts'
import { clip, invalidSparql, tooComplex } from './problems.ts'
import { tokens } from './scan.ts'

export function syntaxProblem(text: string, kind: Kind, error: unknown): AppError {
  if (isAppError(error)) return error
  if (error instanceof RangeError) return tooComplex('The text is nested too deeply to be parsed.')
  if (error instanceof GrammarError) return grammarProblem(text, kind, error)
  if (error instanceof Error) return lexicalProblem(text, error.message) ?? ruleProblem(text, error.message)
  throw error
}

function grammarProblem(text: string, kind: Kind, error: GrammarError): AppError {
  const expected = expectedHere(text, kind, error.offset ?? text.length, expectedTokens(error.message))
  const choice = expected.length > 0 ? ` Expected ${listed(expected)}.` : ''
  if (error.offset === undefined)
    return invalidSparql(text, `The text ends too early.${choice}`, { offset: text.trimEnd().length, expected })
  const token = clip(error.token, 80)
  return invalidSparql(text, `“${token}” is not allowed here.${choice}`, { offset: error.offset, token, expected })
}

/** The lexer reports the position only inside its message. */
function lexicalProblem(text: string, message: string): AppError | undefined {
  const found = /^unexpected character: .* at offset: (\d+)/s.exec(message)
  if (!found) return undefined
  const offset = Number(found[1])
  const token = clip(/^[^\s{}()[\];,]+|./su.exec(text.slice(offset, offset + 200))?.[0] ?? '', 80)
  return invalidSparql(text, `“${token}” is not valid SPARQL.`, { offset, token })
}

/** Rules beyond the grammar (SPARQL 1.1 §19.8, notes). */
function ruleProblem(text: string, message: string): AppError {
  const prefix = /^Unknown prefix: (.*)$/s.exec(message)?.[1]
  if (prefix !== undefined)
    return at(text, `The prefix “${clip(prefix)}:” is not declared.`, (image) => image.startsWith(`${prefix}:`))
  const { tree, reached } = parseLeniently(text)
  const found = tree && brokenRule(tree)
  if (found) return invalidSparql(text, found.sentence, found)
  return invalidSparql(text, `${message.replace(/\.$/, '')}.`, reached === undefined ? {} : { offset: reached })
}

function at(text: string, sentence: string, isIt: (image: string) => boolean): AppError {
  for (const { kind, image, offset } of tokens(text))
    if (kind === 'name' && isIt(image)) return invalidSparql(text, sentence, { offset, token: clip(image, 80) })
  return invalidSparql(text, sentence)
}

const MOST_EXPECTED = 24

/** chevrotain lists the expected tokens in its message: one token, or numbered sequences in brackets. */
function expectedTokens(message: string): string[] {
  // Ignore the part after "but found": it is the caller's text, of any length.
  const looked = message.slice(0, message.indexOf('but found') >>> 0)
  const one = /^Expecting(?: token of type)? --> (.+?) <-- $/s.exec(looked)?.[1]
  if (one) return [friendly(one)]
  if (/^Redundant input, expecting EOF/.test(message)) return ['end of text']
  const sequences = [...looked.matchAll(/(?:\d{1,4}\. |<|,\s?)\[(?:([^\s,\]]|type declaration )(?:[^,\]]*)|\])/g)]
  const firsts = sequences.map(([all]) => friendly(all.slice(all.indexOf('[') + 1).trim() || '['))
  return [...new Set(firsts)].slice(0, MOST_EXPECTED)
}

const FRIENDLY: Readonly<Record<string, string>> = {
  IriRef: 'an IRI in <>',
  PNameLn: 'a prefixed name',
  PNameNs: 'a prefixed name',
  BlankNodeLabel: 'a blank node',
  Anon: 'a blank node',
  Var1: 'a variable',
  Var2: 'a variable',
  LangTag: 'a language tag',
  Nil: '()',
  _GROUP_: 'GROUP',
  '_GROUP_ BY': 'GROUP BY',
  '_ORDER_ BY': 'ORDER BY',
  insert: 'INSERT',
  "type declaration 'a'": 'a',
}

const friendly = (label: string): string => {
  if (/^StringLiteral/.test(label)) return 'a string'
  if (/^(?:Integer|Decimal|Double)/.test(label)) return 'a number'
  return FRIENDLY[label] ?? label
}

const listed = (words: readonly string[]): string => {
  const shown = words.slice(0, 8)
  const rest =
    words.length > shown.length
      ? [words.length === shown.length + 1 ? '1 other' : `${words.length - shown.length} others`]
      : []
  const all = [...shown, ...rest]
  return all.length === 1 ? all[0]! : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`
}
