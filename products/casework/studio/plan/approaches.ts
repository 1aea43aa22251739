// The approaches that a pack offers: templates/studio/approaches.yaml, read once per pack.
import { APPROACHES } from '@veritrace/contract/casework/studio-shapes'
import { t } from '@veritrace/contract/endpoint'
import { oneOf, type Static, strict } from '@veritrace/contract/wire'
import { readYaml } from '../../packs/files/yaml.ts'
import type { Pack } from '../../packs/pack.ts'
import { checkedAs } from '../checked-as.ts'

const FILE = 'studio/approaches.yaml'
const Lines = t.Array(t.String({ minLength: 1, maxLength: 300 }), { maxItems: 20 })

export type Approach = Static<typeof Approach>
const Approach = strict({
  id: oneOf(APPROACHES),
  title: t.String({ minLength: 1, maxLength: 120 }),
  whole: t.Optional(t.Boolean()),
  actions: t.Array(t.String(), { minItems: 1, maxItems: 20 }),
  pros: Lines,
  cons: Lines,
  prerequisites: Lines,
})
export type Approaches = Static<typeof Approaches>
const Approaches = strict({
  none: strict({ approach: oneOf(APPROACHES), action: t.String() }),
  approaches: t.Array(Approach, { minItems: 1, maxItems: APPROACHES.length }),
})

const read = new WeakMap<Pack, Approaches | null>()

/** Undefined for a pack without approaches. Such a pack offers no options. */
export function approachesOf(pack: Pack): Approaches | undefined {
  const known = read.get(pack)
  if (known !== undefined) return known ?? undefined
  const text = pack.templates[FILE]
  const found = text === undefined ? null : checkedAs(Approaches, readYaml(text), `templates/${FILE}`)
  read.set(pack, found)
  return found ?? undefined
}
