// Every script of package.json explains itself, and docs/commands.md describes the scripts that there are.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { describe, test } from 'node:test'

const ROOT = new URL('../', import.meta.url)
const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8')
const scripts = JSON.parse(read('package.json')).scripts as Record<string, string>
const rows = [...read('docs/commands.md').matchAll(/^\| `npm (?:run )?([\w:]+)` \| (.+) \|$/gm)]
/** npm runs it by itself. */
const INTERNAL = ['prepare']
/** Read by casework’s own command, which also runs without the rest of the project. */
const OWN_USAGE = ['casework']

interface Said {
  code: number | null
  out: string
  err: string
}

/** As npm does, except that it would take the `node` of the project from its folder. */
function run(script: string, word: string): Promise<Said> {
  const [program, ...words] = script.split(' ')
  assert.equal(program, 'node', `the script “${script}” runs the project’s own Node`)
  const child = spawn(process.execPath, [...words, word], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Said = { code: null, out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.err += chunk
  })
  return new Promise((done) => child.on('close', (code) => done({ ...said, code })))
}

const titleOf = (name: string): string => (['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`)

describe('every command', { concurrency: availableParallelism() }, () => {
  for (const [name, script] of Object.entries(scripts)) {
    test(`“${titleOf(name)} -- --help” prints usage, options and examples`, async () => {
      const { code, out, err } = await run(script, '--help')
      assert.deepEqual([code, err], [0, ''])
      if (!OWN_USAGE.includes(name)) assert.ok(out.startsWith(`Usage: ${titleOf(name)}`), out)
      assert.match(out, /^ {2}--help +(?:shows )?this text$/m)
      assert.match(out, /^Examples:?\n {2}\S/m)
      // A table that is wider than a terminal is hard to read.
      for (const line of out.split('\n')) assert.ok(line.length <= 132, line)
    })

    test(`“${titleOf(name)}” refuses an unknown option in one sentence that names it`, async () => {
      const { code, out, err } = await run(script, '--no-such-option')
      assert.notEqual(code, 0)
      assert.match(err, /--no-such-option/)
      assert.ok(err.trim().split('\n').length <= 2, err)
      assert.doesNotMatch(err, /\n +at |node:/)
      assert.equal(out.replace(/^\n$/, ''), '')
    })
  }
})

test('docs/commands.md has a row for each command, and no other', () => {
  const documented = rows.map(([, name]) => name!)
  assert.deepEqual(
    documented.toSorted(),
    Object.keys(scripts)
      .filter((name) => !INTERNAL.includes(name))
      .toSorted(),
  )
})

test('the options in docs/commands.md exist', async () => {
  for (const [, name = '', text = ''] of rows) {
    const named = new Set([...text.matchAll(/--([a-z][\w-]*)/g)].map(([option]) => option))
    if (named.size === 0) continue
    const { out } = await run(scripts[name]!, '--help')
    for (const option of named) assert.ok(out.includes(`${option} `), `${titleOf(name)} has no option ${option}`)
  }
})
