// The order of guidance: by origin (the workspace first), then by strength, then by score. Pure.
import { type Guidance, ORIGINS, STRENGTHS } from '@veritrace/contract/casework/guidance'

type Orderable = Pick<Guidance, 'origin' | 'strength' | 'score' | 'title' | 'id'>

export const inOrder = <T extends Orderable>(items: readonly T[]): T[] =>
  items.toSorted(
    (one, other) =>
      ORIGINS.indexOf(one.origin) - ORIGINS.indexOf(other.origin) ||
      STRENGTHS.indexOf(one.strength) - STRENGTHS.indexOf(other.strength) ||
      other.score - one.score ||
      compare(one.title, other.title) ||
      compare(one.id, other.id),
  )

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
