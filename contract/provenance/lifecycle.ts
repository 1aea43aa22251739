// Events about sent email, reported by the email provider.
import { endpoint, t } from '../endpoint.ts'
import { bytes } from '../media.ts'

export const lifecycle = {
  email: endpoint('POST /lifecycle/email/webhook', {
    summary: 'Receive events from the email provider',
    description:
      'Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`, or their older names `svix-*`. Each message is processed once. Hard bounces and complaints stop all email to the address.',
    auth: 'signature',
    headers: {
      'webhook-id': 'Id of the message, the same for all attempts',
      'webhook-timestamp': 'Seconds since 1970, at most 5 minutes off our clock',
      'webhook-signature': 'One or more signatures',
    },
    body: bytes(['application/json'], 'An event: `type` and `data.to`'),
    ok: t.Object({ received: t.Boolean() }),
    errors: ['invalid_signature', 'malformed_json', 'unsupported_media_type', 'not_configured'],
  }),
}
