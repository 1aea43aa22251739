// Reads the delivery log.

import type { Caller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { type Page, type PageQuery, pageById } from '../../db/keyset.ts'
import { notFound } from '../../errors.ts'
import { findEndpoint } from '../store.ts'
import type { Attempt, Delivery, DeliveryStatus } from './delivery.ts'
import { findDelivery, readAttempts, readDeliveries } from './store.ts'

/** Newest first. */
export async function listDeliveries(
  db: Db,
  caller: Caller,
  endpointId: string,
  query: PageQuery & { status?: DeliveryStatus },
): Promise<Page<Delivery>> {
  const { tenant } = caller
  if (!(await findEndpoint(db, tenant, endpointId))) notFound('webhook', endpointId)
  return pageById(`webhook deliveries ${tenant} ${endpointId} ${query.status ?? ''}`, query, (after, count) =>
    readDeliveries(db, tenant, endpointId, query.status, after, count),
  )
}

export async function getDelivery(db: Db, caller: Caller, id: string): Promise<Delivery & { attempts: Attempt[] }> {
  const delivery = await findDelivery(db, caller.tenant, id)
  if (!delivery) notFound('delivery', id)
  return { ...delivery, attempts: await readAttempts(db, id) }
}
