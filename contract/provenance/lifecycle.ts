// What became of the mail we sent, told by whoever delivers it.
import { endpoint, t } from '../endpoint.ts'
import { bytes } from '../media.ts'

export const lifecycle = {
  email: endpoint('POST /lifecycle/email/webhook', {
    summary: 'Events of the e-mail delivery provider',
    description:
      'Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`, or their older names `svix-*`. A message counts once. Hard bounces and complaints stop mail to the address.',
    auth: 'signature',
    headers: {
      'webhook-id': 'Id of the message, the same over all tries',
      'webhook-timestamp': 'Seconds since 1970, five minutes at most from our clock',
      'webhook-signature': 'One or more signatures',
    },
    body: bytes(['application/json'], 'An event: `type` and `data.to`'),
    ok: t.Object({ received: t.Boolean() }),
    errors: ['invalid_signature', 'malformed_json', 'unsupported_media_type', 'not_configured'],
  }),
}
