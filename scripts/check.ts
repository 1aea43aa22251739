// npm run check: format, types, rooms, dead code, generated documents and file length. All checks run before the
// result.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { wordsFromShell } from '@veritrace/platform/command-line'
import { documents } from './documents.ts'
import { folderCircles } from './folder-circles.ts'

wordsFromShell({
  name: 'npm run check',
  about: 'Checks format, types, allowed imports between rooms, dead code, generated documents and file length.',
  options: {},
  notes: ['Exits 1 if a check fails. “npm run gen” writes outdated documents; “npx biome check --write .” formats.'],
  examples: ['npm run check'],
})

/**
 * With TypeScript 7 and no other parser, dependency-cruiser finds no modules and reports success, so fewer modules are
 * an error.
 */
const LEAST_MODULES = 80
const LONGEST_FILE = 300

const checks: [string, () => string[]][] = [
  ['format and lint', () => command('biome', ['check', '--error-on-warnings', '.'])],
  ['types', () => ['.', 'apps/web', 'apps/web/src/workspace'].flatMap((project) => command('tsc', ['-p', project]))],
  ['rooms', rooms],
  ['dead code', () => command('knip', ['--no-progress'])],
  ['generated documents', drift],
  ['length of files', longFiles],
]

let failed = 0
for (const [name, run] of checks) {
  const started = performance.now()
  const problems = run()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${problems.length === 0 ? '✔' : '✖'} ${name} (${seconds} s)`)
  for (const problem of problems) console.log(problem)
  if (problems.length > 0) failed++
}
process.exit(failed > 0 ? 1 : 0)

function command(name: string, args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync(name, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return status === 0 ? [] : [`${stdout}${stderr}`.trim()]
}

function rooms(): string[] {
  const args = [
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    'contract',
    'platform',
    'products',
    'apps',
    'test',
    'bench',
  ]
  const { stdout, stderr } = spawnSync('depcruise', args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })
  if (!stdout) return [`dependency-cruiser printed nothing: ${stderr}`]
  const { modules, summary } = JSON.parse(stdout)
  const ours = modules.filter((module: { source: string }) => !module.source.includes('node_modules')).length
  const broken = summary.violations.map(
    (v: { rule: { name: string }; from: string; to: string }) => `${v.rule.name}: ${v.from} → ${v.to}`,
  )
  const problems = [...broken, ...folderCircles(modules)]
  return ours < LEAST_MODULES
    ? [...problems, `only ${ours} modules were found, so the rules were not checked`]
    : problems
}

function drift(): string[] {
  return Object.entries(documents())
    .filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text)
    .map(([path]) => `${path} is outdated; run \`npm run gen\``)
}

function longFiles(): string[] {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.css'], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
  return files
    .filter((file) => !file.includes('.test.') && existsSync(file))
    .map((file) => [file, readFileSync(file, 'utf8').split('\n').length] as const)
    .filter(([, lines]) => lines > LONGEST_FILE)
    .map(([file, lines]) => `${file} has ${lines} lines; split it`)
}
