// The text that `npm start` prints.
import type { Config } from '@veritrace/platform/config/config'
import { DEMO_ACCOUNT } from './demo.ts'
import { MAIL_PATH } from './demo-mail.ts'

export function banner(config: Config, url: string): string {
  const where = config.database.url ? 'PostgreSQL' : `embedded, in ${config.dataDir}`
  const lines = [
    '',
    `  Veritrace is running at ${url}`,
    '',
    `  Directory       ${url}/vendors`,
    `  Casework        ${url}/app`,
    `  Docs and API    ${url}/docs`,
    `  Query page      ${url}/graph/console`,
    `  Health          ${url}/readyz`,
    `  Database        ${where}`,
  ]
  if (config.auth.mode === 'demo')
    lines.push(
      '',
      '  Demo mode: without a token or a sign-in everyone acts for the tenant “demo”; the graph accepts tokens only.',
      `  Sign in as      ${DEMO_ACCOUNT.email}  ${DEMO_ACCOUNT.password}`,
      `  Trust page      ${url}/trust/northwind`,
      ...(config.mail.smtpUrl ? [] : [`  Outgoing email  ${url}${MAIL_PATH}`]),
      `  Get a token     npm run -s token -- --tenant acme --plan pro --role admin${url.endsWith(':8080') ? '' : ` --url ${url}`}`,
    )
  if (!config.database.url)
    lines.push(
      '',
      '  The embedded database survives a killed process, but not a power cut. In production set DATABASE_URL.',
    )
  return [...lines, ''].join('\n')
}
