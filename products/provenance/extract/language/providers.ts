// Providers that run other people's services: as a subject beside a certificate they hold it, not the page's owner, and in a list
// they are companies, though nothing in their names says so.
import { matchesOf } from './matches.ts'

/** Names as written in running text, lower case. General knowledge of the field, kept short on purpose. */
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

/** Positions of known providers that are not the page's owner. */
export function providersIn(view: string, own: readonly string[]): { name: string; start: number; end: number }[] {
  return matchesOf(PATTERN, view)
    .map((match) => ({ name: match[0], start: match.index, end: match.index + match[0].length }))
    .filter(({ name }) => !own.some((mine) => mine === name || mine.split(' ').includes(name)))
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
