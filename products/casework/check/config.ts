// The configuration of a check: a YAML file next to the sources.
import { readFile } from 'node:fs/promises'
import { t } from '@veritrace/contract/endpoint'
import { oneOf, strict } from '@veritrace/contract/wire'
import { checkValue, type Static } from '@veritrace/platform/json-schema'
import { readYaml } from '../packs/files/yaml.ts'
import type { Pack } from '../packs/pack.ts'
import { CannotRun } from './cannot-run.ts'

export const CONFIG_FILE = 'veritrace-casework.yaml'

const Count = t.Integer({ minimum: 0 })
const Names = t.Array(t.String({ minLength: 1, maxLength: 200 }), { maxItems: 500 })

export type Config = Static<typeof Config>
const Config = strict({
  target: t.Optional(t.String({ minLength: 1, maxLength: 80 })),
  exclude: t.Optional(Names),
  ignore: t.Optional(Names),
  unknown: t.Optional(oneOf(['count', 'list'])),
  baseline: t.Optional(t.String({ minLength: 1, maxLength: 1000 })),
  policy: t.Optional(
    strict({
      forbid: t.Optional(Names),
      forbid_new: t.Optional(Names),
      max: t.Optional(t.Record(t.String({ maxLength: 60 }), Count)),
    }),
  ),
})

export async function readConfig(path: string): Promise<Config> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CannotRun(`The configuration “${path}” cannot be opened.`)
  })
  const { value, faults } = checkValue(Config, yamlOf(path, text) ?? {})
  if (value) return value
  throw new CannotRun(
    [`${path} is invalid:`, ...faults.map(({ path: at, message }) => `  ${at || '(the file)'}: ${message}`)].join('\n'),
  )
}

function yamlOf(path: string, text: string): unknown {
  try {
    return readYaml(text)
  } catch (error) {
    throw new CannotRun(`${path} is not valid YAML: it ${(error as Error).message}`)
  }
}

/** The key in `max` that limits all findings together. */
export const TOTAL = 'total'

/** Rejects unknown levels and kinds: a misspelled level would never fail a pipeline. */
export function checkAgainstPack({ policy = {}, ignore = [] }: Config, pack: Pack): void {
  const { codes, unknown } = pack.scheme
  const levels = [...codes, unknown]
  const kinds = kindsOf(pack)
  const isLevel = (one: string): boolean => levels.includes(one)
  const all: [string, readonly string[], (one: string) => boolean, readonly string[]][] = [
    ['policy.forbid', policy.forbid ?? [], isLevel, levels],
    ['policy.forbid_new', policy.forbid_new ?? [], isLevel, levels],
    [
      'policy.max',
      Object.keys(policy.max ?? {}),
      (one) => isLevel(one) || one === TOTAL || kinds.includes(one),
      [...levels, TOTAL, ...kinds],
    ],
    ['ignore', ignore, (one) => kinds.includes(one), kinds],
  ]
  for (const [field, given, fits, known] of all)
    for (const one of given)
      if (!fits(one)) throw new CannotRun(`${field}: “${one}” is not valid. Choose from ${known.join(', ')}.`)
}

/** The kinds of findings in the pack, most severe first. */
function kindsOf(pack: Pack): string[] {
  const rows = (pack.tables.finding?.rows ?? []).map(({ id, then }) => ({
    id: String(then.finding ?? id),
    rank: Number(then.rank ?? 0),
  }))
  return [...new Set(rows.toSorted((a, b) => a.rank - b.rank).map(({ id }) => id))]
}
