// What members own in provenance, for the removal dialog.
import type { Holder } from '@veritrace/platform/identity/leaving/holding'
import * as store from './holdings-store.ts'

/** A database trigger unassigns the rest when the member row is deleted. */
export const provenanceHoldings: readonly Holder[] = [
  {
    kind: 'document_link',
    title: 'Document links',
    onRemoval: 'ends',
    list: store.listLinksGiven,
    handOver: (tx, who, to, ids) => store.giveLinks(tx, who, to.id, ids),
    end: (tx, who) => store.endLinks(tx, who, 'The person who granted it was removed from the workspace.'),
  },
  {
    kind: 'request',
    title: 'Assigned requests',
    onRemoval: 'stays',
    list: store.listRequestsOf,
    handOver: (tx, who, to, ids) => store.giveRequests(tx, who, to.id, ids),
  },
  {
    kind: 'vendor',
    title: 'Vendors',
    onRemoval: 'stays',
    list: store.listVendorsOf,
    handOver: (tx, who, to, ids) => store.giveVendors(tx, who, to.id, ids),
  },
]
