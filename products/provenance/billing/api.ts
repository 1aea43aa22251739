// Payments and usage: the endpoints of contract/provenance/billing.ts.
import { billing } from '@veritrace/contract/provenance/billing'
import { implement } from '@veritrace/platform/implement'
import type { Provenance } from '../deps.ts'
import { beginCheckout, beginSetup } from './begin-payment.ts'
import { cancelSubscription, giveFeedback } from './end-subscription.ts'
import { hearPayment } from './hear-payment.ts'
import type { Payments } from './payments.ts'
import { listInvoices, readPaymentMethod, readUsage } from './read-billing.ts'
import { viewPrice } from './view.ts'

export const billingApi = (deps: Provenance, payments: Payments | undefined) =>
  implement(billing, {
    teamPrice: async () => viewPrice(await payments?.readTeamPrice()),
    usage: (_input, caller) => readUsage(deps, caller),
    invoices: ({ query }, caller) => listInvoices(deps, payments, caller, query),
    paymentMethod: (_input, caller) => readPaymentMethod(deps, payments, caller),
    setupIntent: (_input, caller) => beginSetup(deps, payments, caller),
    checkout: ({ body }, caller) => beginCheckout(deps, payments, caller, body),
    cancel: ({ body }, caller) => cancelSubscription(deps, payments, caller, body ?? {}),
    feedback: ({ body }, caller) => giveFeedback(deps, caller, body),
    webhook: async ({ headers, body }, visitor) =>
      hearPayment(deps, payments, visitor, {
        signature: headers['stripe-signature'],
        body: Buffer.concat(await Array.fromAsync(body)),
      }),
  })
