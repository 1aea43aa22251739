// Whether someone may change a generation, and whether it has expired. Pure.

export const isCreator = ({ created_by }: { created_by: { id: string } }, actorId: string): boolean =>
  created_by.id === actorId

export const isExpired = ({ expires_at }: { expires_at: Date | null }, now: Date): boolean =>
  expires_at !== null && expires_at <= now
