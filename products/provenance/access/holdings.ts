// What members hold in provenance: shown to whoever removes them, and handed over with their access.
import type { Holder } from '@veritrace/platform/identity/leaving/holding'
import * as store from './holdings-store.ts'

/** What waits for them is let go of by the database, whichever way they leave. */
export const provenanceHoldings: readonly Holder[] = [
  {
    kind: 'document_link',
    title: 'Links to documents they gave',
    onRemoval: 'ends',
    list: store.listLinksGiven,
    handOver: (tx, who, to, ids) => store.giveLinks(tx, who, to.id, ids),
    end: (tx, who) => store.endLinks(tx, who, 'Whoever gave it was removed from the workspace.'),
  },
  {
    kind: 'request',
    title: 'Open requests assigned to them',
    onRemoval: 'stays',
    list: store.listRequestsOf,
    handOver: (tx, who, to, ids) => store.giveRequests(tx, who, to.id, ids),
  },
  {
    kind: 'vendor',
    title: 'Vendors they own',
    onRemoval: 'stays',
    list: store.listVendorsOf,
    handOver: (tx, who, to, ids) => store.giveVendors(tx, who, to.id, ids),
  },
]
