// Engines and indexes hold what they have read of tenants in the memory of this process. When a tenant is purged nobody
// asks for it any more, so that nothing of it would give way to others for long.

export interface Memory {
  /** Those that something is held of. */
  tenants(): string[]
  forgetTenant(tenant: string): Promise<void>
}

/** Of a map whose keys are JSON lists with the tenant first. */
export const memoryOf = (held: Map<string, unknown>, forget?: (key: string) => Promise<unknown>): Memory => {
  const tenantOf = (key: string): string => JSON.parse(key)[0]
  return {
    tenants: () => [...new Set(held.keys().map(tenantOf))],
    async forgetTenant(tenant) {
      for (const key of [...held.keys()]) {
        if (tenantOf(key) !== tenant) continue
        held.delete(key)
        await forget?.(key)
      }
    },
  }
}
