// All shapes. Each renders the same suppliers, so each must be read the same.
import { CARDS } from './cards.ts'
import { GROUPED_TABLES } from './grouped-tables.ts'
import { LISTS } from './lists.ts'
import type { Shape } from './shape.ts'
import { TABLES } from './tables.ts'

export const SHAPES: Readonly<Record<string, Shape>> = { ...TABLES, ...GROUPED_TABLES, ...LISTS, ...CARDS }
