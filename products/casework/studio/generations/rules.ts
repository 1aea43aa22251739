// Who may change a generation. Pure.
import type { GenerationRow } from '../tables.ts'

export const isMaker = ({ created_by }: Pick<GenerationRow, 'created_by'>, actorId: string): boolean =>
  created_by.id === actorId

export const isExpired = ({ expires_at }: Pick<GenerationRow, 'expires_at'>, now: Date): boolean =>
  expires_at !== null && expires_at <= now
