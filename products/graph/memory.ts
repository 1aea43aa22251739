// Engines and indexes cache data of tenants in memory. A purged tenant is not used anymore, so its data would only be
// evicted after a long time.

export interface Memory {
  /** Tenants with cached data. */
  tenants(): string[]
  forgetTenant(tenant: string): Promise<void>
}

/** For a map whose keys are JSON arrays with the tenant as first element. */
export const memoryOf = (cache: Map<string, unknown>, forget?: (key: string) => Promise<unknown>): Memory => {
  const tenantOf = (key: string): string => JSON.parse(key)[0]
  return {
    tenants: () => [...new Set(cache.keys().map(tenantOf))],
    async forgetTenant(tenant) {
      for (const key of [...cache.keys()]) {
        if (tenantOf(key) !== tenant) continue
        cache.delete(key)
        await forget?.(key)
      }
    },
  }
}
