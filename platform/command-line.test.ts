// How a command reads its words and describes itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asksForHelp, type Command, readWords, usageOf, WrongWords } from './command-line.ts'

const COMMAND = {
  name: 'npm run jobs',
  words: '[retry ID …]',
  about: 'Lists failed jobs.',
  options: {
    job: { type: 'string', value: 'NAME', help: 'only jobs of this name' },
    tries: { type: 'string', value: 'N', default: '3', help: 'how often' },
    all: { type: 'boolean', help: 'all of them' },
  },
  notes: ['Exits 1 if an ID is unknown.'],
  examples: ['npm run jobs -- retry --all'],
} as const satisfies Command

test('the usage shows the words, the options with their defaults, and the examples', () => {
  assert.equal(
    usageOf(COMMAND),
    `Usage: npm run jobs -- [retry ID …] [options]

Lists failed jobs.

Options:
  --job NAME  only jobs of this name
  --tries N   how often (default: 3)
  --all       all of them
  --help      this text

Exits 1 if an ID is unknown.

Examples:
  npm run jobs -- retry --all`,
  )
})

test('words and options are read, with defaults', () => {
  const { values, positionals } = readWords(COMMAND, ['retry', 'a', '--job=mail', '--all'])
  assert.deepEqual([{ ...values }, positionals], [{ job: 'mail', all: true, tries: '3' }, ['retry', 'a']])
})

test('words that cannot be understood are refused in one sentence that names them', () => {
  for (const [words, message] of [
    [['--jbo', 'mail'], '“--jbo” is not an option; “npm run jobs -- --help” lists the options.'],
    [['-x'], '“-x” is not an option; “npm run jobs -- --help” lists the options.'],
    [['--job'], '“--job” needs a value; “npm run jobs -- --help” lists the options.'],
    [['--job', '--all'], '“--job” needs a value; “npm run jobs -- --help” lists the options.'],
    [['--all=yes'], '“--all” takes no value; “npm run jobs -- --help” lists the options.'],
  ] as const)
    assert.throws(() => readWords(COMMAND, words), new WrongWords(message))
})

test('help can be asked for anywhere', () => {
  assert.deepEqual(
    [['--help'], ['retry', '-h'], ['retry'], []].map((words) => asksForHelp(words)),
    [true, true, false, false],
  )
})
