// Checks generated files against the promise of their template, with the same classifier as for other code.

import type { Scaffold } from '@veritrace/contract/casework/studio-shapes'
import { XMLValidator } from 'fast-xml-parser'
import { counted } from '../../model/counted.ts'
import type { Scope } from '../../model/space.ts'
import type { TargetProfile } from '../../packs/pack.ts'
import type { ActivePack } from '../../packs/packs.ts'
import { readVocabulary } from '../../packs/vocabulary.ts'
import { lookUpFound, rateFound } from '../classify/rate-found.ts'
import { foundIn } from '../classify/read-input.ts'
import type { Studio } from '../deps.ts'
import { lintCheck, lintScaffold } from './lint-files.ts'
import type { Template } from './templates.ts'
import type { Written } from './write-files.ts'

type Check = Scaffold['checks'][number]
type File = Scaffold['files'][number]
const READABLE = ['abap', 'cds'] as const
type Readable = (typeof READABLE)[number]

interface Checked {
  checks: Check[]
  lint?: NonNullable<Scaffold['lint']>
}

export async function checkScaffold(
  deps: Studio,
  scope: Scope,
  { active, target }: { active: ActivePack; target: TargetProfile },
  template: Template,
  { made, change, implied }: Pick<Written, 'made' | 'change' | 'implied'>,
): Promise<Checked> {
  const { files, todo, gaps = [] } = made
  const checks: Check[] = files.flatMap(formOf)
  for (const file of files) {
    const language = READABLE.find((one) => one === file.language)
    // The CDS of CAP is a different language, which the classifier cannot read.
    if (language && template.layout !== 'cap')
      checks.push(...(await checkSource(deps, scope, active, target, { template, implied }, file, language)))
  }
  const lint = template.layout === 'cap' ? undefined : await lintScaffold(deps, scope, { files, change, implied })
  return {
    checks: [...checks, ...(lint ? [lintCheck(lint)] : []), ...gapsCheck(gaps.length), todosCheck(todo.length)],
    ...(lint && { lint }),
  }
}

async function checkSource(
  deps: Studio,
  scope: Scope,
  active: ActivePack,
  target: TargetProfile,
  { template: { promise }, implied }: { template: Template; implied: readonly string[] },
  { path, content, role }: File,
  language: Readable,
): Promise<Check[]> {
  const { namespaces } = readVocabulary(active.pack.importers)
  const source = { language, filename: path, text: content, namespaces }
  const found = foundIn(await deps.sources.extract(source, { tenant: scope.tenant }))
  const { objects } = rateFound(active, target, found, await lookUpFound(deps, scope, active, target, found.objects))
  const share = Math.round(found.coverage.parsed_ratio * 100)
  const parsed: Check =
    language === 'abap' && found.coverage.parsed_ratio < 1
      ? { id: `syntax:${path}`, status: 'warn', message: `${share}% of the statements were understood.` }
      : { id: `syntax:${path}`, status: 'pass', message: 'All statements were understood.' }
  // A test may name what the code must not use.
  if (promise === undefined || role === 'test') return [parsed]
  return [parsed, levelCheck(active, promise, path, objects, new Set(implied.map((name) => name.toUpperCase())))]
}

function levelCheck(
  { pack }: ActivePack,
  promise: string,
  path: string,
  objects: ReturnType<typeof rateFound>['objects'],
  implied: ReadonlySet<string>,
): Check {
  const { codes } = pack.scheme
  const used = objects.flatMap(({ references, technology }) => [
    ...references
      .filter(({ own, access, artifact }) => !own && !(access === 'type' && implied.has(artifact.name)))
      .map(({ artifact, rating }) => ({ name: `${artifact.type} ${artifact.name}`, code: rating.code })),
    ...technology.map(({ title, code }) => ({ name: title, code })),
  ])
  const list = (some: typeof used): string => some.map(({ name, code }) => `${name} (${code})`).join(', ')
  const worse = used.filter(({ code }) => codes.indexOf(code) > codes.indexOf(promise))
  const unknown = used.filter(({ code }) => !codes.includes(code))
  const id = `level:${path}`
  if (worse.length > 0)
    return { id, status: 'fail', message: `The template promises ${promise}, but the file uses ${list(worse)}.` }
  if (unknown.length > 0) return { id, status: 'warn', message: `No list contains: ${list(unknown)}.` }
  return { id, status: 'pass', message: `Everything it uses is ${promise} or better.` }
}

function formOf({ path, language, content }: File): Check[] {
  if (language === 'xml') {
    const result = XMLValidator.validate(content)
    return result === true
      ? [{ id: `xml:${path}`, status: 'pass', message: 'It is well-formed.' }]
      : [{ id: `xml:${path}`, status: 'fail', message: `Line ${result.err.line}: ${result.err.msg}` }]
  }
  return language === 'json' ? [jsonCheck(path, content)] : []
}

function jsonCheck(path: string, content: string): Check {
  try {
    JSON.parse(content)
    return { id: `json:${path}`, status: 'pass', message: 'It is valid JSON.' }
  } catch (error) {
    return { id: `json:${path}`, status: 'fail', message: error instanceof Error ? error.message : 'It is not JSON.' }
  }
}

/** The files mark each gap, so this is only a warning. */
const gapsCheck = (count: number): Check[] =>
  count === 0
    ? []
    : [
        {
          id: 'gaps',
          status: 'warn',
          message: `${counted(count, 'gap is', 'gaps are')} open and marked in the files.`,
        },
      ]

const todosCheck = (count: number): Check =>
  count === 0
    ? { id: 'todo', status: 'pass', message: 'Nothing is left to fill in.' }
    : { id: 'todo', status: 'warn', message: `${counted(count, 'place is', 'places are')} left to fill in.` }
