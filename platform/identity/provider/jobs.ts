// The cleanup jobs of the provider.
import type { Job } from '../../jobs/job.ts'
import type { IdentityProvider } from './provider.ts'

export const providerJobs = (provider: IdentityProvider): Job<object>[] => [
  {
    name: 'identity-sweep',
    schedule: '17 * * * *',
    concurrency: 1,
    handle: async (_data, { log }) => {
      const deleted = await provider.sweep()
      if (deleted > 0) log.info({ deleted }, 'expired records of the identity provider deleted')
    },
  },
  { name: 'identity-rotate-keys', schedule: '41 3 * * *', concurrency: 1, handle: () => provider.rotateWhenDue() },
]
