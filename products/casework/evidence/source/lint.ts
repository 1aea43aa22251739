// Checks generated files with the library's rules, once with every missing name assumed to exist and once without.
// Issues of the second run only are not the files' fault: SAP's objects are just not part of the upload.
import './abaplint/step-limit.ts'
import { addMissingParents } from './abaplint/missing-parents.ts'
import { libraryVersion, MemoryFile, newRegistry, type Registry } from './abaplint/parts.ts'
import type { SourceFile } from './abaplint/repository.ts'
import { BASE_STUBS, isStub } from './abaplint/stubs.ts'
import { nameSource } from './name-source.ts'

export interface LintFinding {
  path: string
  line: number
  column: number
  rule: string
  message: string
  origin: 'own' | 'not_visible'
}

export interface LintResult {
  linter: string
  rules: string[]
  findings: LintFinding[]
  /** Uploaded objects that were included in the check. */
  context: string[]
}

/** Rules about errors, not about taste: parsing, types, names, and failures on activation or at run time. */
const RULES = [
  'parser_error',
  'check_syntax',
  'unknown_types',
  'implement_methods',
  'method_implemented_twice',
  'superclass_final',
  'cds_parser_error',
  'bdef_parser_error',
  'xml_consistency',
  'uncaught_exception',
  'unreachable_code',
  'unused_types',
  'begin_end_names',
  'classic_exceptions_overlap',
  'parser_missing_space',
  'when_others_last',
  'identical_conditions',
  'try_without_catch',
  'catch_and_raise',
  'global_class',
  'local_testclass_consistency',
  'ambiguous_statement',
  'obsolete_statement',
  'strict_sql',
  'sql_escape_host_variables',
  'empty_statement',
] as const
const MOST_FINDINGS = 500
const VERSION = 'v758'

export interface LintOrder {
  files: readonly SourceFile[]
  /** Known objects that the files refer to. */
  context: readonly SourceFile[]
  /** A changed source. Issues that it already had before the change are left out. */
  change?: { path: string; before: string; after: string }
}

export function lint({ files, context, change }: LintOrder): LintResult {
  const result = lintFiles(files, context)
  if (!change) return result
  const filename = nameSource({ language: 'abap', filename: change.path, text: change.after }).filename
  const whole = (text: string) => lintFiles([{ filename, text }], [...files, ...context]).findings
  const before = new Set(whole(change.before).map(({ rule, message }) => `${rule} ${message}`))
  const added = whole(change.after).filter(({ rule, message }) => !before.has(`${rule} ${message}`))
  return { ...result, findings: [...result.findings, ...added.map((one) => ({ ...one, path: change.path }))] }
}

export function lintFiles(files: readonly SourceFile[], context: readonly SourceFile[]): LintResult {
  const own = new Set(files.map(({ filename }) => filename))
  const strict = find(files, context, '.')
  const lenient = find(
    files,
    [...context, ...missingInterfaces(files)],
    ownNames([...files, ...context]),
    addMissingParents,
  )
  const known = new Set(lenient.map(keyOf))
  const findings = [
    ...lenient.map((finding) => ({ ...finding, origin: 'own' as const })),
    ...strict
      .filter((one) => !known.has(keyOf(one)))
      .map((finding) => ({ ...finding, origin: 'not_visible' as const })),
  ].filter(({ path }) => own.has(path))
  return {
    linter: `abaplint ${libraryVersion()}`,
    rules: [...RULES],
    findings: findings
      .sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line || a.column - b.column)
      .slice(0, MOST_FINDINGS),
    context: context.map(({ filename }) => objectOf(filename)),
  }
}

const keyOf = ({ path, line, rule, message }: Omit<LintFinding, 'origin'>): string =>
  `${path} ${line} ${rule} ${message}`

const nameOf = (filename: string): string =>
  filename.split('/').at(-1)!.split('.')[0]!.replaceAll('#', '/').toUpperCase()
const objectOf = (filename: string): string => {
  const [, type = ''] = filename.split('/').at(-1)!.split('.')
  return `${type.toUpperCase()}:${nameOf(filename)}`
}

/** A pattern for the names of our files: the library must report one that is missing. */
const ownNames = (files: readonly SourceFile[]): string =>
  `^(?:${[...new Set(files.map(({ filename }) => nameOf(filename)))].map((name) => name.replace(/[^\w/]/g, '.')).join('|') || '$.'})$`

function find(
  files: readonly SourceFile[],
  context: readonly SourceFile[],
  errorNamespace: string,
  complete: (registry: Registry) => void = () => {},
): Omit<LintFinding, 'origin'>[] {
  const registry = newRegistry({
    global: { files: '/**/*.*', skipGeneratedGatewayClasses: false },
    syntax: { version: VERSION, errorNamespace },
    rules: Object.fromEntries(RULES.map((rule) => [rule, true])),
  })
  const known = new Set(files.map(({ filename }) => objectOf(filename)))
  for (const { filename, text } of files) registry.addFile(new MemoryFile(filename, text))
  addStubs(registry)
  for (const { filename, text } of context) {
    const [type = '', name = ''] = objectOf(filename).split(':')
    if (!known.has(objectOf(filename)) && !registry.getObject(type, name))
      registry.addFile(new MemoryFile(filename, text))
  }
  registry.parse()
  complete(registry)
  registry.getFirstObject()?.setDirty()
  registry.parse()
  return registry
    .findIssues()
    .filter((issue) => !isStubFile(registry, issue.getFilename()))
    .map((issue) => ({
      path: issue.getFilename(),
      line: issue.getStart().getRow(),
      column: issue.getStart().getCol(),
      rule: issue.getKey(),
      message: issue.getMessage(),
    }))
}

/** Creates missing interfaces from their implementations, because the library rejects those otherwise. */
function missingInterfaces(files: readonly SourceFile[]): SourceFile[] {
  const methods = new Map<string, Set<string>>()
  for (const { filename, text } of files) {
    if (!/\.abap$/i.test(filename)) continue
    for (const [, name = ''] of text.matchAll(/^\s*INTERFACES\s+([\w/]+)/gim)) put(methods, name)
    for (const [, name = '', method = ''] of text.matchAll(/^\s*METHOD\s+([\w/]+)~(\w+)/gim)) put(methods, name, method)
  }
  return [...methods].map(([name, own]) => ({
    filename: `context/${name.toLowerCase().replaceAll('/', '#')}.intf.abap`,
    text: `INTERFACE ${name} PUBLIC.\n${[...own].map((method) => `  METHODS ${method}.\n`).join('')}ENDINTERFACE.\n`,
  }))
}

function put(methods: Map<string, Set<string>>, name: string, method?: string): void {
  const known = methods.get(name.toUpperCase()) ?? new Set()
  methods.set(name.toUpperCase(), method ? known.add(method.toUpperCase()) : known)
}

function addStubs(registry: Registry): void {
  for (const stub of BASE_STUBS) {
    const [name, type] = stub.getFilename().split('/').at(-1)!.toUpperCase().split('.')
    if (!registry.getObject(type, name)) registry.addFile(stub)
  }
}

const isStubFile = (registry: Registry, filename: string): boolean => {
  const [name, type] = filename.split('/').at(-1)!.toUpperCase().split('.')
  const object = registry.getObject(type, name)
  return object !== undefined && isStub(object)
}
