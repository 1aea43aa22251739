// The text of an answer that has no subject. Pure.
import { counted } from '../model/counted.ts'
import type { TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import type { Scored } from './identify.ts'
import type { Reading } from './read-query.ts'
import type { Written } from './template.ts'

const MAX_SHOWN = 5

export function written(
  { pack }: ActivePack,
  target: TargetProfile,
  { intent, names, raw }: Reading,
  candidates: readonly Scored[],
): Written {
  const things = candidates.slice(0, MAX_SHOWN).map(({ named }) => `${named.type}:${named.name}`)
  const isNear = candidates[0]?.isNear ?? false
  if (things.length > 0 && !isNear)
    return textsOf(
      `“${names[0]}” matches ${counted(candidates.length, 'artifact', 'artifacts')}.`,
      `It may be ${things.join(', ')}. Add the type.`,
    )
  if (intent.answer_kind !== 'resolution' && names.length !== 1)
    return textsOf(`${intent.title}`, `${intent.description} Ask ${intent.route.method} ${intent.route.path}.`)
  const headline = `No list of ${target.label} names “${names.length === 1 ? names[0] : raw}”.`
  const hint =
    things.length > 0
      ? `Similar names: ${things.join(', ')}.`
      : `Check the spelling, or import a list of ${pack.title} that contains it.`
  return textsOf(headline, hint)
}

const textsOf = (headline: string, more: string): Written => ({ headline, text_md: `${headline}\n\n${more}` })
