// Runs the commands of the README and the docs against a server, as a reader who pastes them would.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { atEnd } from '@veritrace/platform/testing/at-end'
import { blocksOf } from './docs/blocks.ts'
import { type ServerProcess, spawnServer } from './process.ts'

const ROOT = new URL('..', import.meta.url).pathname
/** Only these are run as a whole; the others say why their commands need something that a test has not. */
const RUN = ['README.md', 'docs/quickstart.md', ...globSync('docs/guides/*.md', { cwd: ROOT }).sort()]
const ALL = [...new Set([...RUN, ...globSync('{docs,products/*,apps/*,contract,platform}/**/*.md', { cwd: ROOT })])]
  .filter((file) => !file.includes('node_modules') && !/^products\/casework\/packs\/|\/fixtures\//.test(file))
  .sort()
/** Run by separate tests. */
const TESTED_ELSEWHERE: ReadonlySet<string> = new Set(['docs/pipelines.md'])
const SHELL = new Set(['sh', 'bash', 'shell', 'console'])

const read = (file: string) => blocksOf(readFileSync(join(ROOT, file), 'utf8'))

test('every code block says its language, and every command is run or says why not', () => {
  const loose = ALL.flatMap((file) =>
    read(file).flatMap(({ language, reason, line }) => {
      if (!language) return [`${file}:${line} names no language`]
      if (SHELL.has(language) && language !== 'sh') return [`${file}:${line} is ${language}: write sh`]
      return language === 'sh' && !RUN.includes(file) && !TESTED_ELSEWHERE.has(file) && !reason
        ? [`${file}:${line} is not run: say why with no-test`]
        : []
    }),
  )
  assert.deepEqual(loose.join('\n'), '')
})

test('JSON in the docs is JSON', () => {
  for (const file of ALL)
    for (const { language, text, line } of read(file))
      if (language === 'json') assert.doesNotThrow(() => JSON.parse(text), `${file}:${line}`)
})

describe('a reader who pastes the commands', () => {
  let server: ServerProcess
  let folder: string

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'veritrace-docs-'))
    server = await spawnServer({ DATA_DIR: join(folder, 'data') })
    // Commands are typed in the folder of the project; what they write goes elsewhere.
    for (const name of ['package.json', 'apps', 'node_modules', 'platform', 'contract', 'products', 'scripts'])
      symlinkSync(join(ROOT, name), join(folder, name))
    atEnd(async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    })
  })

  for (const file of RUN)
    test(`gets through ${file}`, () => {
      const blocks = read(file).filter(({ language, reason }) => (language === 'sh' && !reason) || language === 'json')
      const marks = blocks.map(({ language, text }, at) => (language === 'sh' ? `${text}\necho; echo '=== ${at}'` : ''))
      const script = `set -euo pipefail\n${marks.join('\n')}`
        .replaceAll('http://localhost:8080', server.url)
        .replaceAll('npm run -s token --', `npm run -s token -- --url ${server.url}`)
      const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' })
      assert.equal(status, 0, `${stdout}\n${stderr}`)
      assert.doesNotMatch(stdout, /"status":5\d\d/, stdout)
      for (const [at, { language, text, line }] of blocks.entries())
        if (language === 'json') {
          const said =
            stdout.split(/\n=== \d+\n/)[blocks.slice(0, at).filter((one) => one.language === 'sh').length - 1]!
          const answer = JSON.parse(said.trim().split('\n').at(-1)!)
          for (const key of Object.keys(JSON.parse(text)))
            assert.ok(key in answer, `${file}:${line} shows ${key}: ${said}`)
        }
    })
})
