// Readers search the troubleshooting page for the message that they see, so each message on it is one that the code prints.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { ERRORS } from '@veritrace/contract/errors'
import { VARIABLES } from '@veritrace/platform/config/variables'

const ROOT = new URL('../', import.meta.url)
const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8')

/** Messages of the system below us. */
const FROM_ELSEWHERE: ReadonlySet<string> = new Set(['EMFILE: too many open files'])
/** Code that readers type or find in a response, which is no message. */
const TYPED = /^(?:npm |select |delete |ulimit |GET |POST |PUT |retry |"|--)/
/** Set by Node or by npm, not read by the server. */
const OTHER_VARIABLES: ReadonlySet<string> = new Set(['CHROMIUM_PATH'])

const page = read('docs/operations/troubleshooting.md').replace(/^```[\s\S]*?^```$/gm, '')
const code = [...page.matchAll(/`([^`]+)`/g)].map(([, text]) => text!)
const quoted = [...page.replace(/`[^`]+`/g, '').matchAll(/“([^”]+)”/g)].map(([, text]) => text!)
const messages = [...code.filter((text) => text.includes(' ') && !TYPED.test(text)), ...quoted]

/** The text of the program, without comments; a message in several pieces is one. */
const source = globSync('{contract,platform,products,apps}/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['**/node_modules'] })
  .filter((file) => !/\.test\.ts$|\/testing/.test(file))
  .concat('test/browser/chromium.ts')
  .map((file) => read(file).replace(/^\s*(?:\/\/|\/?\*).*$/gm, ''))
  .join('\n')
  .replace(/['`]\s*\+\s*['`]/g, '')
  .replaceAll("\\'", "'")

/** “…” stands for what differs from case to case. */
const partsOf = (message: string): string[] =>
  message
    .split('…')
    .map((part) => part.trim())
    .filter((part) => /\w/.test(part))

describe('the troubleshooting page', () => {
  test('has messages, and each has enough text to be found', () => {
    assert.ok(messages.length > 40, String(messages.length))
    assert.deepEqual(
      messages.filter((message) => !partsOf(message).some((part) => part.length >= 8)),
      [],
    )
  })

  for (const message of new Set(messages.filter((one) => !FROM_ELSEWHERE.has(one))))
    test(`quotes a message of the program: ${message}`, () => {
      const missing = partsOf(message).filter((part) => !source.includes(part))
      assert.deepEqual(missing, [], 'Quote the message as the code prints it, and write … for what differs.')
    })

  test('names error codes that exist, with their status', () => {
    const named = [...page.matchAll(/\b([45]\d\d) ((?:`[a-z_]+`(?:, )?)+)/g)].flatMap(([, status, codes]) =>
      [...codes!.matchAll(/`([a-z_]+)`/g)].map(([, one]) => [one!, Number(status)] as const),
    )
    assert.ok(named.length > 10)
    for (const [one, status] of named) assert.equal(ERRORS[one as keyof typeof ERRORS]?.status, status, one)
  })

  test('names settings that exist', () => {
    const named = code.flatMap((text) => [...text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].map(([name]) => name))
    assert.ok(named.length > 10)
    assert.deepEqual(
      named.filter((name) => !(name in VARIABLES) && !OTHER_VARIABLES.has(name)),
      [],
    )
  })
})
