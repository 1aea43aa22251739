// Ways to publish a list of suppliers. Each makes a page of the same suppliers; what is read from it must be the same too.
import { CARDS } from './cards.ts'
import { LISTS } from './lists.ts'
import type { Shape } from './shape.ts'
import { TABLES } from './tables.ts'

export const SHAPES: Readonly<Record<string, Shape>> = { ...TABLES, ...LISTS, ...CARDS }
