// Every command and configuration in docs/pipelines.md works as documented.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { command } from './command.ts'

const PAGE = new URL('../../../docs/pipelines.md', import.meta.url)

test('the commands and the configuration on the page work in their order', async (t) => {
  const page = await readFile(PAGE, 'utf8')
  const blocks = [...page.matchAll(/```(sh|yaml)\n([\s\S]*?)```/g)].map(([, kind, text]) => ({ kind, text: text! }))
  assert.deepEqual(
    blocks.map(({ kind }) => kind),
    ['sh', 'sh', 'sh', 'yaml', 'sh'],
  )
  const folder = await mkdtemp(join(tmpdir(), 'casework-docs-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'src/generated'), { recursive: true })
  const read = "SELECT SINGLE * FROM vbak INTO @DATA(ls_order) WHERE vbeln = '1'.\n"
  await writeFile(join(folder, 'src/zorders.prog.abap'), `REPORT zorders.\n${read}`)
  await writeFile(join(folder, 'src/generated/zmade.prog.abap'), `REPORT zmade.\n${read}`)
  const output: string[] = []
  for (const { kind, text } of blocks) {
    if (kind === 'yaml') {
      await writeFile(join(folder, 'veritrace-casework.yaml'), text)
      continue
    }
    for (const line of text.trim().split('\n')) {
      const [npx, bin, ...args] = line.split(' ')
      assert.deepEqual([npx, bin], ['npx', 'veritrace-casework'])
      const print = (text: string) => output.push(text)
      const code = await command({ args, folder, print, printError: print })
      assert.equal(code, 0, `${line}\n${output.join('\n')}`)
    }
  }
  assert.match(output.at(-1)!, /^::warning file=src\/zorders\.prog\.abap,line=2/)
  assert.doesNotMatch(output.at(-1)!, /zmade/)
  assert.ok(JSON.parse(await readFile(join(folder, 'findings.sarif'), 'utf8')).runs.length === 1)
})
