// The words of a command: one description is parsed, printed by `--help`, and named in complaints.
import { parseArgs } from 'node:util'

interface Option {
  readonly type: 'string' | 'boolean'
  readonly multiple?: boolean
  /** Passed to the command. Text is also shown. */
  readonly default?: string | boolean
  /** The placeholder of the value, such as FOLDER. */
  readonly value?: string
  readonly help: string
}

export interface Command {
  /** As typed, such as `npm run jobs`. */
  readonly name: string
  /** The words before the options. Without them, no such words are accepted. */
  readonly words?: string
  readonly about: string
  readonly options: Readonly<Record<string, Option>>
  /** What a reader has to know besides the options, such as exit codes. */
  readonly notes?: readonly string[]
  readonly examples: readonly string[]
}

/** An option that is shared by all commands that open the database. */
export const DATA_DIR = {
  type: 'string',
  value: 'FOLDER',
  help: 'the folder of the embedded database (default: DATA_DIR, or ./data)',
} as const

/** The words cannot be understood. The message is one sentence for the person who typed them. */
export class WrongWords extends Error {}

export const asksForHelp = (words: readonly string[]): boolean =>
  words.some((word) => word === '--help' || word === '-h')

/** Throws WrongWords for an unknown option, a missing value or an unexpected word. */
export function readWords<const C extends Command>(command: C, words: readonly string[]) {
  try {
    return parseArgs<{ args: string[]; options: C['options']; allowPositionals: true; strict: true }>({
      args: [...words],
      options: command.options,
      allowPositionals: true,
      strict: true,
    })
  } catch (error) {
    throw new WrongWords(`${reasonOf(error as NodeJS.ErrnoException)}; ${seeHelp(command)}`)
  }
}

/** For scripts: prints the usage, or what is wrong, and ends the process. */
export function wordsFromShell<const C extends Command>(command: C, words: readonly string[] = process.argv.slice(2)) {
  if (asksForHelp(words)) {
    process.stdout.write(`${usageOf(command)}\n`)
    process.exit(0)
  }
  try {
    const read = readWords(command, words)
    const [unexpected] = command.words === undefined ? read.positionals : []
    if (unexpected !== undefined) throw new WrongWords(`“${unexpected}” is not expected; ${seeHelp(command)}`)
    return read
  } catch (error) {
    if (!(error instanceof WrongWords)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
}

export function usageOf({ name, words, about, options, notes = [], examples }: Command): string {
  const rows = Object.entries(options).map(
    ([option, one]) => [`--${option}${placeholderOf(one)}`, helpOf(one)] as const,
  )
  const all = [...rows, ['--help', 'this text'] as const]
  const width = Math.max(...all.map(([left]) => left.length)) + 2
  return [
    `Usage: ${name}${words || rows.length > 0 ? ' --' : ''}${words ? ` ${words}` : ''}${rows.length > 0 ? ' [options]' : ''}`,
    '',
    about,
    '',
    'Options:',
    ...all.map(([left, right]) => `  ${left.padEnd(width)}${right}`),
    ...(notes.length > 0 ? ['', ...notes] : []),
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
  ].join('\n')
}

const placeholderOf = ({ type, value }: Option): string => (type === 'string' ? ` ${value ?? 'VALUE'}` : '')

const helpOf = ({ help, default: usual, multiple }: Option): string =>
  `${help}${typeof usual === 'string' && usual !== '' ? ` (default: ${usual})` : ''}${multiple ? '; can be repeated' : ''}`

const seeHelp = ({ name }: Command): string => `“${name} -- --help” lists the options.`

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  const [, option = ''] = /'(?:-\w, )?(--?[^\s'=]+)/.exec(message) ?? []
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `“${option}” is not an option`
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return message.split('\n')[0]!
  return /does not take/.test(message) ? `“${option}” takes no value` : `“${option}” needs a value`
}
