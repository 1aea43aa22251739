// Infrastructure providers. As the subject of a clause, such a provider holds the certificate, not the owner of the page. In
// a list they count as companies, although their names do not look like one.
import { matchesOf } from './matches.ts'

/** Lowercase names as used in running text. A short list of well-known providers. */
const PROVIDERS: readonly string[] = [
  'amazon web services',
  'aws',
  'amazon',
  'aws bedrock',
  'amazon bedrock',
  'google cloud platform',
  'google cloud',
  'gcp',
  'google',
  'microsoft azure',
  'azure',
  'microsoft',
  'azure openai',
  'openai',
  'anthropic',
  'heroku',
  'salesforce',
  'digitalocean',
  'hetzner',
  'ovh',
  'ovhcloud',
  'equinix',
  'rackspace',
  'linode',
  'akamai',
  'scaleway',
  'render',
  'vercel',
  'netlify',
  'supabase',
  'fly.io',
  'railway',
  'cloudflare',
  'fastly',
  'mongodb atlas',
  'snowflake',
  'databricks',
  'stripe',
  'braintree',
  'paypal',
  'adyen',
  'chargebee',
  'recurly',
  'paddle',
  'twilio',
  'sendgrid',
  'mailgun',
  'postmark',
  'auth0',
  'okta',
  'datadog',
  'ibm cloud',
  'oracle cloud',
]

const PATTERN = new RegExp(
  String.raw`\b(?:${[...PROVIDERS]
    .sort((a, b) => b.length - a.length)
    .map(literally)
    .join('|')})\b(?:'s)?`,
  'g',
)

/** Positions of known providers other than the page's owner. */
export function providersIn(view: string, own: readonly string[]): { name: string; start: number; end: number }[] {
  return matchesOf(PATTERN, view)
    .map((match) => ({ name: match[0], start: match.index, end: match.index + match[0].length }))
    .filter(({ name }) => !own.some((mine) => mine === name || mine.split(' ').includes(name)))
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
