// Ways to publish a list of suppliers. Each makes a page of the same suppliers; what is read from it must be the same too.
import { CARDS } from './cards.ts'
import { GROUPED_TABLES } from './grouped-tables.ts'
import { LISTS } from './lists.ts'
import type { Shape } from './shape.ts'
import { TABLES } from './tables.ts'

export const SHAPES: Readonly<Record<string, Shape>> = { ...TABLES, ...GROUPED_TABLES, ...LISTS, ...CARDS }
