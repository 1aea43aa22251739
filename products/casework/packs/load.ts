// Turns files into a pack: read, checked against the schemas, checked for consistency, and run against its own tests.
import { isText } from '@veritrace/platform/text'
import type { Naming } from '../model/artifacts.ts'
import { NO_TEXT } from '../model/text.ts'
import { checkPack } from './check-pack.ts'
import { digestOfFiles, type PackFiles, readFolder } from './files/pack-files.ts'
import { openReader, type PackFault, type Reader } from './files/reader.ts'
import { readYaml } from './files/yaml.ts'
import type { GuidanceItem, Pack } from './pack.ts'
import type { DecisionTable } from './rules.ts'
import { runTests } from './run-tests.ts'
import {
  ActionsFile,
  CaseTypesFile,
  ControlsFile,
  GuidanceFront,
  ImportersFile,
  IntentsFile,
  OptionsFile,
  PackFile,
  RelationsFile,
  RuleFile,
  ScoringFile,
  SourcesFile,
  TargetsFile,
  UiFile,
} from './schemas.ts'

export type Loaded = { pack: Pack; faults?: never } | { pack?: never; faults: PackFault[] }

/** Loads a built-in pack. A fault is a bug of the product. */
export async function loadFolder(folder: URL): Promise<Pack> {
  const { pack, faults } = loadFiles(await readFolder(folder))
  if (pack) return pack
  throw new Error(`The pack in ${folder.pathname} does not load:\n${faults.map(faultLine).join('\n')}`)
}

export const faultLine = ({ file, path, message }: PackFault): string => `${file}${path && `#${path}`}: ${message}`

/** Reports all faults at once, so that the author can fix them in one go. */
export function loadFiles(files: PackFiles): Loaded {
  const reader = openReader(files)
  const pack = readPack(reader, files)
  if (!pack) return { faults: reader.faults }
  checkPack(reader, pack)
  checkTexts(reader, pack)
  // With faults in the tables, test results mean nothing.
  const tests = reader.faults.length === 0 ? runTests(reader, pack) : pack.tests
  return reader.faults.length > 0 ? { faults: reader.faults } : { pack: { ...pack, tests } }
}

/** YAML files were checked when they were read; these are stored as they are. */
function checkTexts(reader: Reader, { ontology, shapes, templates, guidance }: Pack): void {
  const texts = { 'ontology.ttl': ontology, 'shapes.ttl': shapes }
  for (const [path, text] of Object.entries(texts)) if (!isText(text)) reader.refuse(path, '', NO_TEXT)
  for (const [name, text] of Object.entries(templates))
    if (!isText(text)) reader.refuse(`templates/${name}`, '', NO_TEXT)
  for (const { id, summary_md, steps_md } of guidance)
    if (!isText(summary_md + steps_md)) reader.refuse(`guidance/${id}.md`, '', NO_TEXT)
}

function readPack(reader: Reader, files: PackFiles): Pack | undefined {
  const about = reader.yaml('pack.yaml', PackFile)
  const targets = reader.yaml('targets.yaml', TargetsFile)
  const actions = reader.yaml('actions.yaml', ActionsFile)
  const scoring = reader.yaml('scoring.yaml', ScoringFile)
  const options = reader.yaml('options.yaml', OptionsFile, { options: [] })
  const intents = reader.yaml('intents.yaml', IntentsFile, { intents: [] })
  const relations = reader.yaml('relations.yaml', RelationsFile, { relations: [] })
  const controls = reader.yaml('controls.yaml', ControlsFile, { controls: [] })
  const caseTypes = reader.yaml('case_types.yaml', CaseTypesFile, { case_types: [] })
  const sources = reader.yaml('sources.yaml', SourcesFile, { sources: [] })
  const importers = reader.yaml('importers.yaml', ImportersFile, { importers: {} })
  const ui = reader.yaml('ui.yaml', UiFile, {})
  const tables = readTables(reader)
  const guidance = readGuidance(reader)
  if (!about || !targets || !options || !actions || !intents || !relations) return undefined
  if (!controls || !caseTypes || !sources || !importers || !scoring || !ui) return undefined
  const { order: _, ...scheme } = about.rating_scheme
  const naming: Naming = { pack: about.id, iriBase: about.naming.iri_base, kind: about.naming.kind }
  return {
    ref: { id: about.id, version: about.version, digest: digestOfFiles(files) },
    title: about.title,
    description: about.description,
    license: about.license,
    disclaimer: about.disclaimer,
    coreCompat: about.core_compat,
    naming,
    terms: about.terms,
    scheme,
    defaultTarget: about.default_target,
    targets: targets.targets,
    options: options.options,
    tables,
    actions: actions.actions,
    intents: intents.intents,
    relations: relations.relations,
    controls: controls.controls,
    caseTypes: caseTypes.case_types,
    guidance,
    sources: sources.sources,
    importers: importers.importers,
    scoring,
    ui,
    ontology: reader.text('ontology.ttl'),
    shapes: reader.text('shapes.ttl'),
    templates: Object.fromEntries(
      reader.below('templates').map((path) => [nameIn('templates', path), reader.text(path)]),
    ),
    sample: Object.fromEntries(reader.below('sample').map((path) => [nameIn('sample', path), reader.bytes(path)])),
    tests: { passed: 0, total: 0 },
  }
}

const nameIn = (folder: string, path: string): string => path.slice(folder.length + 1)

function readTables(reader: Reader): Record<string, DecisionTable> {
  const tables: Record<string, DecisionTable> = {}
  for (const path of reader.below('rules')) {
    const name = nameIn('rules', path).match(/^([a-z][a-z0-9_-]*)\.yaml$/)?.[1]
    if (!name) {
      reader.refuse(path, '', 'must be named rules/<name>.yaml')
      continue
    }
    const table = reader.yaml(path, RuleFile)
    if (!table) continue
    const { hit_policy: _, ...kept } = table
    tables[name] = kept
  }
  return tables
}

const FRONT = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/

function readGuidance(reader: Reader): GuidanceItem[] {
  return reader.below('guidance').flatMap((path) => {
    const [, front, body] = reader.text(path).match(FRONT) ?? []
    if (front === undefined || body === undefined) {
      reader.refuse(path, '', 'must begin with front matter between two lines of ---')
      return []
    }
    const item = readFront(reader, path, front)
    const [summary, ...steps] = body.split(/^## Steps[ \t]*\r?$/m)
    if (!summary?.trim()) reader.refuse(path, '', 'has no summary')
    return item ? [{ ...item, summary_md: summary?.trim() ?? '', steps_md: steps.join('## Steps').trim() }] : []
  })
}

function readFront(reader: Reader, path: string, front: string) {
  try {
    return reader.value(path, GuidanceFront, readYaml(front))
  } catch (error) {
    reader.refuse(path, '', error instanceof Error ? error.message : 'cannot be read')
    return undefined
  }
}
