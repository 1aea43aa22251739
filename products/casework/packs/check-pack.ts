// Checks that a schema cannot express: references between the parts of a pack.

import type { Reader } from './files/reader.ts'
import type { Pack } from './pack.ts'
import { checkPatterns } from './patterns/check-patterns.ts'
import { checkTable } from './rules.ts'
import { CORE_VERSION, isCompatible } from './versions.ts'

/** The required tables, and the outcome that each row must have. */
const NEEDED: Readonly<Record<string, string>> = { level: 'code', rollup: 'code', action: 'action' }

export function checkPack(reader: Reader, pack: Pack): void {
  checkAbout(reader, pack)
  checkTables(reader, pack)
  checkTargets(reader, pack)
  checkActions(reader, pack)
  checkIntents(reader, pack)
  checkPatterns(reader, pack)
  checkLinks(reader, pack)
  checkSources(reader, pack)
}

function checkAbout(reader: Reader, { coreCompat, defaultTarget, targets, scheme }: Pack): void {
  if (!isCompatible(coreCompat)) reader.refuse('pack.yaml', 'core_compat', `does not include ${CORE_VERSION}`)
  if (!targets.some((target) => target.profile_id === defaultTarget))
    reader.refuse('pack.yaml', 'default_target', `${defaultTarget} is not in targets.yaml`)
  if (scheme.codes.includes(scheme.unknown))
    reader.refuse('pack.yaml', 'rating_scheme.codes', 'must not contain the code for unknown')
}

function checkTables(reader: Reader, { tables, scheme, actions, options }: Pack): void {
  const codes = new Set([...scheme.codes, scheme.unknown])
  const actionIds = new Set(actions.map((action) => action.id))
  for (const [name, answer] of Object.entries(NEEDED)) {
    const table = tables[name]
    if (!table) {
      reader.refuse(`rules/${name}.yaml`, '', 'is missing')
      continue
    }
    table.rows.forEach((row, place) => {
      const path = `rows.${place}.then.${answer}`
      const value = row.then[answer]
      if (value === undefined) reader.refuse(`rules/${name}.yaml`, path, 'is required')
      else if (typeof value === 'string' && value.startsWith('=')) return
      else if (answer === 'code' && !codes.has(String(value)))
        reader.refuse(`rules/${name}.yaml`, path, `${value} is not a code of the scheme`)
      else if (answer === 'action' && !actionIds.has(String(value)))
        reader.refuse(`rules/${name}.yaml`, path, `${value} is not in actions.yaml`)
    })
  }
  const known = new Set(options.map((option) => `options.${option.id}`))
  for (const [name, table] of Object.entries(tables)) {
    for (const { path, message, isRefused } of checkTable(table))
      reader.refuse(`rules/${name}.yaml`, path, message, isRefused)
    for (const input of table.inputs)
      if (input.startsWith('options.') && !known.has(input))
        reader.refuse(`rules/${name}.yaml`, 'inputs', `${input} is not in options.yaml`)
  }
}

function checkTargets(reader: Reader, { targets, scheme, options }: Pack): void {
  refuseDuplicates(
    reader,
    'targets.yaml',
    'targets',
    targets.map((target) => target.profile_id),
  )
  const values = new Map(options.map((option) => [option.id, option.values]))
  targets.forEach((target, place) => {
    const path = `targets.${place}`
    for (const code of [...target.acceptable, ...target.with_exemption])
      if (!scheme.codes.includes(code)) reader.refuse('targets.yaml', path, `${code} is not a code of the scheme`)
    for (const [id, value] of Object.entries(target.options ?? {}))
      if (!values.get(id)?.includes(value))
        reader.refuse('targets.yaml', `${path}.options.${id}`, `${value} is not a value of that option`)
  })
  refuseDuplicates(
    reader,
    'options.yaml',
    'options',
    options.map((option) => option.id),
  )
  options.forEach((option, place) => {
    if (!option.values.includes(option.fallback))
      reader.refuse('options.yaml', `options.${place}.fallback`, 'is not one of the values')
  })
}

function checkActions(reader: Reader, { actions, scheme }: Pack): void {
  refuseDuplicates(
    reader,
    'actions.yaml',
    'actions',
    actions.map((action) => action.id),
  )
  const codes = [...scheme.codes, scheme.unknown]
  actions.forEach(({ effort, resulting_code, acceptance }, place) => {
    const path = `actions.${place}`
    if (effort.low > effort.likely || effort.likely > effort.high)
      reader.refuse('actions.yaml', `${path}.effort`, 'must have low <= likely <= high')
    if (!codes.includes(resulting_code))
      reader.refuse('actions.yaml', `${path}.resulting_code`, `${resulting_code} is not a code of the scheme`)
    for (const condition of acceptance)
      if (condition.kind === 'rating_at_least' && !codes.includes(condition.code))
        reader.refuse('actions.yaml', `${path}.acceptance`, `${condition.code} is not a code of the scheme`)
  })
}

function checkIntents(reader: Reader, { intents }: Pack): void {
  refuseDuplicates(
    reader,
    'intents.yaml',
    'intents',
    intents.map((intent) => intent.id),
  )
}

function checkLinks(reader: Reader, { actions, guidance, relations, controls, caseTypes }: Pack): void {
  const actionIds = new Set(actions.map((action) => action.id))
  refuseDuplicates(
    reader,
    'guidance',
    'id',
    guidance.map((item) => item.id),
  )
  for (const { id, action_id, match } of guidance)
    for (const action of [...(action_id ? [action_id] : []), ...(match.actions ?? [])])
      if (!actionIds.has(action)) reader.refuse(`guidance/${id}`, 'actions', `${action} is not in actions.yaml`)
  const relationIds = relations.map((relation) => relation.id)
  refuseDuplicates(reader, 'relations.yaml', 'relations', relationIds)
  relations.forEach(({ includes = [] }, place) => {
    for (const id of includes)
      if (!relationIds.includes(id)) reader.refuse('relations.yaml', `relations.${place}.includes`, `${id} is unknown`)
  })
  const guidanceIds = new Set(guidance.map((item) => item.id))
  refuseDuplicates(
    reader,
    'controls.yaml',
    'controls',
    controls.map((control) => control.id),
  )
  controls.forEach(({ remediation }, place) => {
    if (remediation.guidance_id && !guidanceIds.has(remediation.guidance_id))
      reader.refuse('controls.yaml', `controls.${place}.remediation.guidance_id`, 'names no guidance of the pack')
  })
  refuseDuplicates(
    reader,
    'case_types.yaml',
    'case_types',
    caseTypes.map((type) => type.id),
  )
}

function checkSources(reader: Reader, { sources, sample }: Pack): void {
  refuseDuplicates(
    reader,
    'sources.yaml',
    'sources',
    sources.map((source) => source.id),
  )
  sources.forEach((source, place) => {
    if (source.sample && !Object.hasOwn(sample, source.sample))
      reader.refuse('sources.yaml', `sources.${place}.sample`, `sample/${source.sample} is missing`)
    if (source.kind === 'catalog' && !(source.list_id && source.role))
      reader.refuse('sources.yaml', `sources.${place}`, 'must have a list_id and a role, because it is a catalog')
  })
}

function refuseDuplicates(reader: Reader, file: string, path: string, ids: readonly string[]): void {
  const seen = new Set<string>()
  for (const id of ids) {
    if (seen.has(id)) reader.refuse(file, path, `${id} is used twice`)
    seen.add(id)
  }
}
