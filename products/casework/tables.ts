// Row types of the tables that casework reads and writes; each room adds its own.
import type { CorpusTables } from './model/tables.ts'

export interface Tables extends CorpusTables {}
