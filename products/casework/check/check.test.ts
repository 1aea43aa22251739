// The command with test sources. It runs in a process, as in pipelines, or in this process if that makes no difference.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { XMLParser } from 'fast-xml-parser'
import { zipSync } from 'fflate'
import { command } from './command.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

const ORDERS = `REPORT zorders.
SELECT SINGLE * FROM vbak INTO @DATA(ls_order) WHERE vbeln = '1'.
UPDATE vbak SET ernam = 'X' WHERE vbeln = '1'.
CALL FUNCTION 'HOLIDAY_CALENDAR_GET'.
CALL FUNCTION 'BAPI_MATERIAL_SAVEDATA'.
DATA(lo_uuid) = cl_system_uuid=>create_uuid_c32_static( ).
`
const CLEAN = `CLASS zcl_clean DEFINITION PUBLIC. ENDCLASS.
CLASS zcl_clean IMPLEMENTATION. ENDCLASS.
`

async function folder(t: TestContext, files: Record<string, string>): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'casework-check-'))
  t.after(() => rm(path, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), text)
  }
  return path
}

interface Ran {
  code: number
  out: string
  error: string
}
const runProcess = (cwd: string, ...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { cwd, maxBuffer: 1 << 28 }, (failure, out, error) => {
      resolve({ code: failure ? Number(failure.code) : 0, out, error })
    })
  })

async function run(cwd: string, ...args: string[]): Promise<Ran> {
  const output = { out: '', error: '' }
  const code = await command({
    ...{ args, folder: cwd },
    print: (text) => {
      output.out += text
    },
    printError: (line) => {
      output.error += `${line}\n`
    },
  })
  return { code, ...output }
}

const json = async (cwd: string, ...args: string[]) =>
  JSON.parse((await run(cwd, 'check', '.', '--format', 'json', ...args)).out)

const keys = (findings: { rule: string; level: string; reference: string; line: number }[]) =>
  findings.map(({ rule, level, reference, line }) => `${rule} ${level} ${reference} ${line}`)

test('a folder is read and rated without a server', async (t) => {
  const cwd = await folder(t, { 'src/zorders.prog.abap': ORDERS, 'src/zcl_clean.clas.abap': CLEAN })
  const { code, out } = await runProcess(cwd, 'check', '.', '--format', 'json')
  assert.equal(code, 1)
  const { findings, summary, violations, target } = JSON.parse(out)
  assert.deepEqual(keys(findings), ['write D TABL:VBAK 3', 'call C FUNC:HOLIDAY_CALENDAR_GET 4', 'read C TABL:VBAK 2'])
  assert.equal(findings[0].file, 'src/zorders.prog.abap')
  assert.deepEqual(findings[2].successors, ['CDS_STOB:I_SALESDOCUMENT'])
  assert.equal(summary.objects, 2)
  assert.equal(target.id, 's4_private:2023_3')
  assert.deepEqual(violations, [{ rule: 'forbid', message: 'Level D is not allowed: 1 finding.', findings: 1 }])
})

test('another target rates the same sources differently', async (t) => {
  const cwd = await folder(t, { 'src/zorders.prog.abap': ORDERS })
  const { findings } = await json(cwd, '--target', 's4_public:2408')
  assert.ok(keys(findings).includes('call C FUNC:BAPI_MATERIAL_SAVEDATA 5'), keys(findings).join('\n'))
})

test('a zip archive gives the same findings as its folder', async (t) => {
  const cwd = await folder(t, { 'src/zorders.prog.abap': ORDERS })
  await writeFile(join(cwd, 'all.zip'), zipSync({ 'src/zorders.prog.abap': Buffer.from(ORDERS) }))
  const fromZip = JSON.parse((await run(cwd, 'check', 'all.zip', '--format', 'json')).out)
  assert.deepEqual(fromZip.findings, (await json(cwd)).findings)
})

test('only findings that are not in the baseline are new, even if lines and folders move', async (t) => {
  const cwd = await folder(t, { 'src/zorders.prog.abap': ORDERS })
  const written = await run(cwd, 'check', '.', '--write-baseline', 'base.json')
  assert.equal(written.code, 0)
  const strict = ['--baseline', 'base.json', '--forbid-new', 'B,C,D']
  assert.equal((await run(cwd, 'check', '.', ...strict)).code, 0)

  const moved = ORDERS.replace('REPORT zorders.\n', 'REPORT zorders.\n\n* A comment.\nDATA gv_count TYPE i.\n')
  await rm(join(cwd, 'src'), { recursive: true })
  await mkdir(join(cwd, 'src/sales'), { recursive: true })
  await writeFile(join(cwd, 'src/sales/zorders.prog.abap'), moved)
  assert.equal((await run(cwd, 'check', '.', ...strict)).code, 0)

  await writeFile(
    join(cwd, 'src/sales/zorders.prog.abap'),
    `${moved}SELECT SINGLE * FROM vbak INTO @DATA(ls_b) WHERE vbeln = '2'.\n`,
  )
  const failed = await runProcess(cwd, 'check', '.', ...strict)
  assert.equal(failed.code, 1)
  assert.match(failed.out, /New findings of level C are not allowed: 1 finding is not in the baseline\./)
  const { summary } = await json(cwd, ...strict)
  assert.deepEqual(summary.by_state, { unchanged: 3, new: 1 })
})

test('findings that are gone do not fail the check', async (t) => {
  const cwd = await folder(t, { 'src/zorders.prog.abap': ORDERS })
  await run(cwd, 'check', '.', '--write-baseline', 'base.json')
  await writeFile(join(cwd, 'src/zorders.prog.abap'), 'REPORT zorders.\n')
  const { code, out } = await run(cwd, 'check', '.', '--baseline', 'base.json', '--forbid-new', 'C')
  assert.equal(code, 0)
  assert.match(out, /0 new, 0 known, 3 gone since the baseline/)
})

test('findings can be limited by level, by kind and in total', async (t) => {
  const cwd = await folder(t, { 'src/zorders.prog.abap': ORDERS })
  for (const [max, code] of [
    ['C=2', 0],
    ['C=1', 1],
    ['write=0', 1],
    ['total=3', 0],
    ['total=2', 1],
  ] as const)
    assert.equal((await run(cwd, 'check', '.', '--max', max)).code, code, max)
})

test('the configuration next to the sources applies, and options override it', async (t) => {
  const cwd = await folder(t, {
    'src/zorders.prog.abap': ORDERS,
    'veritrace-casework.yaml': 'policy:\n  forbid: [C]\nignore: [write]\n',
  })
  const asFile = await run(cwd, 'check', '.')
  assert.equal(asFile.code, 1)
  assert.match(asFile.out, /Level C is not allowed: 2 findings/)
  assert.equal((await run(cwd, 'check', '.', '--forbid', 'B')).code, 0)
})

test('a wrong call exits with 2 and says what to do', async (t) => {
  const cwd = await folder(t, {
    'src/zorders.prog.abap': ORDERS,
    'bad.yaml': 'polcy:\n  forbid: D\n',
    'broken.yaml': 'policy: [\n',
    'levels.yaml': 'policy:\n  forbid: [E]\n',
    'base.json': '{"format":"veritrace-casework-baseline 1"',
    'empty/readme.md': 'Nothing here.',
    'x.zip': 'no archive',
  })
  const cases: [string[], RegExp][] = [
    [['check', 'missing'], /There is no folder or archive/],
    [['check', 'empty'], /contains no ABAP sources/],
    [['check', 'x.zip'], /cannot be read as a zip archive/],
    [['check', '.', '--config', 'bad.yaml'], /bad\.yaml is invalid:\n {2}polcy: /],
    [['check', '.', '--config', 'broken.yaml'], /is not valid YAML/],
    [['check', '.', '--config', 'levels.yaml'], /policy\.forbid: “E” is not valid\. Choose from A, B, C, D/],
    [['check', '.', '--config', 'none.yaml'], /cannot be opened/],
    [['check', '.', '--target', 's4'], /There is no target “s4”\. --list-targets/],
    [['check', '.', '--format', 'pdf'], /Choose from text, json, sarif, github, gitlab, checkstyle/],
    [['check', '.', '--format', 'json', '--format', 'sarif'], /only one format can go to standard output/],
    [['check', '.', '--baseline', 'base.json'], /is not valid JSON/],
    [['check', '.', '--forbid-new', 'C'], /forbid_new needs a baseline/],
    [['check', '.', '--max', 'C'], /does not have the form D=10/],
    [['check', '.', '--loud'], /--help lists the options/],
    [['look', '.'], /is not a command/],
  ]
  await Promise.all(
    cases.map(async ([args, says], at) => {
      const { code, error, out } = await (at === 0 ? runProcess : run)(cwd, ...args)
      assert.equal(code, 2, `${args.join(' ')}: ${error}`)
      assert.match(error, says)
      assert.equal(out, '')
    }),
  )
})

test('help names every option, and --list-targets lists the targets', async (t) => {
  const cwd = await folder(t, {})
  const help = await runProcess(cwd, '--help')
  assert.equal(help.code, 0)
  const source = await readFile(new URL('./command.ts', import.meta.url), 'utf8')
  const options = source.slice(source.indexOf('const OPTIONS'), source.indexOf('} as const'))
  for (const [, option] of options.matchAll(/^ {2}'?([a-z-]+)'?:/gm))
    assert.ok(help.out.includes(`--${option}`), option)
  assert.match((await run(cwd, 'check', '--list-targets')).out, /^s4_private:2023_3 .*\(default\)$/m)
})

test('SARIF is valid and has the same findings as JSON', async (t) => {
  const cwd = await folder(t, { 'src/#abc#zorders.prog.abap': ORDERS.replace('zorders', '/abc/zorders') })
  await run(cwd, 'check', '.', '--format', 'sarif=out.sarif', '--write-baseline', 'base.json')
  const { out } = await run(cwd, 'check', '.', '--format', 'sarif', '--baseline', 'base.json')
  const sarif = JSON.parse(out)
  const require = createRequire(import.meta.url)
  const schema = JSON.parse(await readFile(require.resolve('schemastore/schemas/json/sarif-2.1.0.json'), 'utf8'))
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false })
  ;(addFormats as unknown as (ajv: Ajv) => void)(ajv)
  const isValid = ajv.compile(schema)
  assert.ok(isValid(JSON.parse(out)), JSON.stringify(isValid.errors, null, 2))
  assert.ok(isValid(JSON.parse(await readFile(join(cwd, 'out.sarif'), 'utf8'))))
  const [{ results, tool }] = sarif.runs
  const { findings } = await json(cwd)
  assert.equal(results.length, findings.length)
  for (const [at, result] of results.entries()) {
    const { artifactLocation, region } = result.locations[0].physicalLocation
    assert.equal(decodeURIComponent(artifactLocation.uri), findings[at].file)
    assert.ok(artifactLocation.uri.startsWith('src/%23abc%23'))
    assert.equal(region.startLine, findings[at].line)
    assert.equal(result.partialFingerprints['veritraceCasework/v1'], findings[at].fingerprint)
    assert.equal(result.level, findings[at].severity)
    assert.equal(result.baselineState, 'unchanged')
    assert.equal(tool.driver.rules[result.ruleIndex].id, result.ruleId)
  }
  for (const rule of tool.driver.rules) assert.ok(rule.help.text.length > 40, rule.id)
})

test('GitHub, GitLab and Checkstyle output shows each finding at its position', async (t) => {
  const cwd = await folder(t, { 'src/zorders.prog.abap': ORDERS })
  const { findings } = await json(cwd)
  const [github, gitlab, checkstyle] = await Promise.all(
    ['github', 'gitlab', 'checkstyle'].map(async (format) => (await run(cwd, 'check', '.', '--format', format)).out),
  )
  const commands = github!.trim().split('\n')
  assert.equal(commands.length, findings.length + 1)
  assert.match(
    commands[0]!,
    /^::error file=src\/zorders\.prog\.abap,line=3,col=8,endColumn=12,title=Clean core%2C level D%3A PROG%3AZORDERS::Writes to VBAK/,
  )
  assert.match(commands.at(-1)!, /^::error title=Policy::Level D is not allowed/)
  const report = JSON.parse(gitlab!)
  assert.deepEqual(
    report.map((one: { fingerprint: string }) => one.fingerprint),
    findings.map((one: { fingerprint: string }) => one.fingerprint),
  )
  assert.deepEqual(report[0].location, { path: 'src/zorders.prog.abap', lines: { begin: 3 } })
  const parsed = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(checkstyle!)
  assert.deepEqual(
    parsed.checkstyle.file.error.map((one: { line: string }) => Number(one.line)),
    findings.map((one: { line: number }) => one.line),
  )
})

test('files outside the starting folder are read but have no findings', async (t) => {
  const settings = '<abap><values><DATA><STARTING_FOLDER>/src/</STARTING_FOLDER></DATA></values></abap>'
  const cwd = await folder(t, {
    'app/.abapgit.xml': settings,
    'app/src/zorders.prog.abap': ORDERS,
    'app/deps/zother.prog.abap': ORDERS.replace('zorders', 'zother'),
  })
  const { findings } = await json(cwd)
  assert.deepEqual([...new Set(findings.map((one: { file: string }) => one.file))], ['app/src/zorders.prog.abap'])
})

test('test code and uses of own objects are not findings', async (t) => {
  const cwd = await folder(t, {
    'src/zcl_clean.clas.abap': CLEAN,
    'src/zcl_clean.clas.testclasses.abap':
      'CLASS ltc DEFINITION FOR TESTING. ENDCLASS.\nCLASS ltc IMPLEMENTATION. ENDCLASS.\n',
    'src/zuse.prog.abap': "REPORT zuse.\nDATA lo TYPE REF TO zcl_clean.\nCALL FUNCTION 'Z_NOT_HERE'.\n",
  })
  const { findings, passed } = await json(cwd)
  assert.deepEqual(findings, [])
  assert.equal(passed, true)
})
