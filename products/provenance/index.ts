// Entry point of the product: its endpoints, jobs, pages and migrations.
import type { Product } from '@veritrace/platform/product'
import { apiKeysApi, membersApi, sessionsApi } from './access/api.ts'
import { provenanceHoldings } from './access/holdings.ts'
import { accountApi } from './account/api.ts'
import { accountJobs } from './account/jobs.ts'
import { auditApi } from './audit/api.ts'
import { billingApi } from './billing/api.ts'
import { billingJobs } from './billing/jobs.ts'
import { openPayments } from './billing/payments.ts'
import { botPage } from './crawl/bot-page.ts'
import { crawlJobs } from './crawl/jobs.ts'
import { TURNS_AT_HOSTS } from './crawl/turns.ts'
import type { Provenance, ProvenanceParts } from './deps.ts'
import { disclosuresApi } from './disclosures/api.ts'
import { evidenceApi } from './evidence/api.ts'
import { scannerChecks } from './evidence/checks.ts'
import { evidenceJobs } from './evidence/jobs.ts'
import { exportsApi } from './exports/api.ts'
import { openGraphClient } from './graph-sync/graph-client.ts'
import { graphSyncJobs } from './graph-sync/jobs.ts'
import { GRAPH_OUTBOX } from './graph-sync/store.ts'
import { iamApi } from './iam/api.ts'
import { openProvider } from './iam/ask-provider.ts'
import { lifecycleApi } from './lifecycle/api.ts'
import { notificationsApi } from './notifications/api.ts'
import { notificationsJobs } from './notifications/jobs.ts'
import { unsubscribePage } from './notifications/unsubscribe-page.ts'
import { openProvenance } from './open-provenance.ts'
import { operationsApi } from './operations/api.ts'
import { pagesApi } from './pages/api.ts'
import { pagesJobs } from './pages/jobs.ts'
import { trustPage, trustPageAt } from './pages/trust-page.ts'
import { pinsApi } from './pins/api.ts'
import { pinsJobs } from './pins/jobs.ts'
import { profileClaimsApi } from './profile-claims/api.ts'
import { claimPage } from './profile-claims/claim-page.ts'
import { profileClaimsJobs } from './profile-claims/jobs.ts'
import { vendorsApi } from './profiles/api.ts'
import { proposalsApi } from './proposals/api.ts'
import { proposalsJobs } from './proposals/jobs.ts'
import { reextractJobs } from './reextract/jobs.ts'
import { accessPages } from './requests/access-page.ts'
import { requestsApi } from './requests/api.ts'
import { requestsJobs } from './requests/jobs.ts'
import { riskApi } from './risk/api.ts'
import { searchApi } from './search/api.ts'
import { directoryPage } from './site/directory-page.ts'
import { proofPage } from './site/proof-page.ts'
import { vendorPage } from './site/vendor-page.ts'
import { statementsApi } from './statements/api.ts'
import { signPage } from './statements/sign-page.ts'
import { storageApi } from './storage/api.ts'
import { storageJobs } from './storage/jobs.ts'
import { vendorsJobs } from './vendors/jobs.ts'
import { acceptEvents } from './webhooks/accept-events.ts'
import { developmentApi, webhooksApi } from './webhooks/api.ts'

export { crawlByName, type FoundByCrawl, UnknownVendor } from './crawl/crawl-by-name.ts'
export type { Progress } from './crawl/crawl-vendor.ts'
export { openDemoDirectory } from './demo/demo-directory.ts'
export { seedProvenance } from './demo/seed.ts'
export { builtInVendors } from './directory/built-in.ts'
export { importVendors } from './directory/import-vendors.ts'
export { loadVendors } from './directory/load-vendors.ts'
export { UnusableFile } from './directory/read-listings.ts'
export { TENANT as GRAPH_TENANT, WORKSPACE as GRAPH_WORKSPACE } from './graph-sync/vocabulary.ts'
export { openProvenance } from './open-provenance.ts'
export { examplePage } from './pages/published-store.ts'
export type { Provenance, ProvenanceParts }

export const provenanceMigrations = { room: 'provenance', folder: new URL('./migrations/', import.meta.url) }

export async function provenance(parts: ProvenanceParts): Promise<Product> {
  const deps = openProvenance(parts)
  deps.holders.push(...provenanceHoldings)
  const graph = parts.graph && openGraphClient(parts, parts.graph)
  const { production, auth } = parts.config
  const payments = await openPayments(parts.config.payments, parts.clock)
  const provider = auth.iam && openProvider(auth.iam, parts.log)
  return {
    name: 'provenance',
    endpoints: [
      ...pagesApi(deps),
      ...disclosuresApi(deps),
      ...evidenceApi(deps),
      ...storageApi(deps),
      ...auditApi(deps),
      ...vendorsApi(deps),
      ...profileClaimsApi(deps),
      ...pinsApi(deps),
      ...searchApi(deps),
      ...riskApi(deps),
      ...exportsApi(deps),
      ...operationsApi(deps),
      ...proposalsApi(deps),
      ...sessionsApi(deps),
      ...apiKeysApi(deps),
      ...membersApi(deps),
      ...notificationsApi(deps),
      ...iamApi(deps, provider),
      ...webhooksApi(deps),
      ...(production ? [] : developmentApi(deps)),
      ...requestsApi(deps),
      ...statementsApi(deps),
      ...accountApi(deps),
      ...billingApi(deps, payments),
      ...lifecycleApi(deps),
    ],
    jobs: [
      ...pagesJobs(deps),
      ...evidenceJobs(deps),
      ...storageJobs(deps),
      ...requestsJobs(deps),
      ...accountJobs(deps),
      ...billingJobs(deps, payments),
      ...vendorsJobs(deps),
      ...profileClaimsJobs(deps),
      ...pinsJobs(deps),
      ...notificationsJobs(deps),
      ...crawlJobs(deps),
      ...reextractJobs(deps),
      ...proposalsJobs(deps),
      ...graphSyncJobs(deps, graph),
    ],
    leased: [GRAPH_OUTBOX, TURNS_AT_HOSTS],
    pages: [
      directoryPage(deps),
      vendorPage(deps),
      proofPage(deps),
      trustPage(deps),
      botPage(deps),
      claimPage(deps),
      signPage(deps),
      unsubscribePage(deps),
      ...accessPages(deps),
    ],
    homeOf: trustPageAt(deps),
    accepts: acceptEvents,
    checks: scannerChecks(deps),
    close: async () => {
      const { extractors, browser, model } = deps
      await Promise.all([extractors.close(), browser?.close(), model?.close(), graph?.close(), provider?.close()])
    },
  }
}
