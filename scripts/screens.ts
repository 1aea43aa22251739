// Every page and tab, with the steps to open it.
import { PHASES } from '@veritrace/contract/casework/app-routes'
import type { Page } from 'playwright-core'
import type { Filled } from './demo-for-screens.ts'

export interface Screen {
  /** Also used in file names. */
  name: string
  path: string
  /** Steps after the page has loaded, such as opening a dialog. */
  open?(page: Page): Promise<unknown>
  isPlayground?: boolean
}

export const screensOf = (filled: Filled): Screen[] => [
  ...placesOf(filled),
  ...casesOf(filled),
  ...studioOf(filled),
  ...workspaceScreens,
  ...peopleScreens,
  ...publicScreens,
]

const workspaceScreens: Screen[] = [
  ['overview', ''],
  ['pages', '/pages'],
  ['page', '/pages/northwind'],
  ['subprocessors', '/pages/northwind?view=subprocessors'],
  ['disclosures', '/pages/northwind?view=disclosures'],
  ['requests', '/requests'],
  ['new-request', '/requests?intent=new'],
  ['evidence', '/evidence'],
  ['one-evidence', '/evidence/evd_demo_1'],
  ['vendors', '/vendors'],
  ['statements', '/statements'],
  ['audit-log', '/audit-log'],
  ['billing', '/billing'],
  ['organization', '/settings/organization'],
  ['members', '/settings/members'],
  ['api-keys', '/settings/api-keys'],
  ['webhooks', '/settings/webhooks'],
  ['notifications', '/settings/notifications'],
  ['sessions', '/settings/sessions'],
  ['storage', '/settings/storage'],
].map(([name, path]) => ({ name: `workspace-${name}`, path: `/workspace${path}` }))

async function tryTooOften(page: Page): Promise<void> {
  while ((await page.getByRole('heading', { name: 'Check your email' }).count()) === 0) {
    await page.getByLabel('Email').fill('someone@example.com')
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForLoadState()
  }
}

const peopleScreens: Screen[] = [
  { name: 'workspace-remove-member', path: '/workspace/settings/members', open: removeBen },
  { name: 'access-remove-member', path: '/app/settings/access', open: removeBen },
]
async function removeBen(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Remove Ben Ilves' }).click()
  await page.getByLabel('All of: API keys').selectOption({ label: 'Transfer to Ada Norling' })
}

const publicScreens: Screen[] = [
  { name: 'public-start', path: '/' },
  { name: 'public-vendors', path: '/vendors' },
  { name: 'public-vendor', path: '/vendors/hobbinlake' },
  { name: 'public-trust', path: '/trust/northwind' },
  { name: 'public-missing', path: '/trust/nobody' },
  { name: 'public-docs', path: '/docs' },
  { name: 'public-docs-operation', path: '/docs/api/graph/statements' },
  { name: 'public-docs-search', path: '/docs/search?q=webhook' },
  { name: 'public-errors', path: '/docs/errors' },
  { name: 'public-sign-in', path: '/session/login' },
  {
    name: 'public-register',
    path: '/session/login',
    open: (page) => page.getByRole('link', { name: 'Create one' }).click(),
  },
  { name: 'public-reset', path: '/auth/reset' },
  { name: 'public-mailed', path: '/session/login', open: tryTooOften },
  {
    name: 'public-proof',
    path: '/vendors/hobbinlake',
    open: (page) => page.getByRole('link', { name: 'proof' }).first().click(),
  },
  { name: 'public-bot', path: '/bot' },
  { name: 'console', path: '/graph/console', open: (page) => page.getByText(/^16 rows/).waitFor() },
  {
    name: 'console-graph',
    path: `/graph/console#${new URLSearchParams({
      context: 'demo',
      view: 'graph',
      query:
        'CONSTRUCT { ?a <https://example.com/trust#subprocessor> ?b } WHERE { ?a <https://example.com/trust#subprocessor> ?b }',
    })}`,
    open: (page) => page.locator('[data-settled]').waitFor(),
  },
]

const placesOf = ({ invitation }: Filled): Screen[] => [
  { name: 'home', path: '/app/home' },
  { name: 'home-answer', path: '/app/home', open: ask },
  { name: 'investigate-search', path: '/app/investigate?q=VBAK' },
  { name: 'investigate-empty', path: '/app/investigate' },
  { name: 'investigate-question', path: '/app/investigate?q=What+replaces+the+table+VBAK%3F' },
  { name: 'investigate-nothing', path: '/app/investigate?q=XYZZY' },
  { name: 'investigate-bulk', path: '/app/investigate?view=bulk', open: lookUpMany },
  { name: 'investigate-corpus', path: '/app/investigate?tab=corpus' },
  { name: 'investigate-entry', path: '/app/investigate?tab=corpus', open: openGuidance },
  { name: 'investigate-document', path: '/app/investigate?tab=corpus', open: openDocument },
  { name: 'investigate-compare', path: '/app/investigate?tab=compare' },
  { name: 'investigate-graph', path: '/app/investigate?tab=graph' },
  {
    name: 'investigate-graph-node',
    path: '/app/investigate?tab=graph&start=TABL:VBAK&relations=has_successor',
    open: async (page) => {
      await page.getByRole('application').focus()
      await page.keyboard.press('ArrowRight')
    },
  },
  { name: 'investigate-graph-list', path: '/app/investigate?tab=graph&view=list' },
  ...['readiness', 'atc', 'controls', 'exemptions', 'decisions', 'rules'].map((view) => ({
    name: `govern-${view}`,
    path: `/app/govern?view=${view}`,
  })),
  { name: 'operate-corpus', path: '/app/operate/corpus' },
  { name: 'settings-access', path: '/app/settings/access' },
  { name: 'gated', path: '/app/settings/access', open: asViewer },
  { name: 'casework-workspaces', path: '/app/settings/workspaces' },
  {
    name: 'casework-workspace-new',
    path: '/app/settings/workspaces',
    open: async (page) => {
      await page.getByRole('button', { name: 'New workspace' }).click()
      await page.getByLabel('Name').fill('Ümlaut & friends 2028')
    },
  },
  {
    name: 'casework-workspace-menu',
    path: '/app/home',
    open: (page) =>
      page
        .getByRole('button', { name: /^Workspace: / })
        .locator('visible=true')
        .click(),
  },
  { name: 'casework-workspace-missing', path: '/app/home?workspace=merger-2072' },
  { name: 'casework-workspace-archived', path: '/app/home?workspace=trial' },
  { name: 'invitation', path: invitation },
  { name: 'invitation-unknown', path: '/app/access/invite/not-a-token' },
  { name: 'not-found', path: '/app/nowhere' },
  { name: 'palette', path: '/app/govern', open: openPalette },
  { name: 'offline', path: '/app/govern', open: (page) => page.context().setOffline(true) },
  { name: 'playground', path: '/app/_playground', isPlayground: true },
]

const casesOf = ({ caseKey, freshKey }: Filled): Screen[] => [
  { name: 'cases-table', path: '/app/cases' },
  { name: 'cases-board', path: '/app/cases?view=board' },
  { name: 'cases-none', path: '/app/cases?q=nothing+has+this+name' },
  { name: 'cases-new', path: '/app/cases?intent=new', open: (page) => page.getByRole('dialog').waitFor() },
  { name: 'cases-new-plan', path: '/app/cases?intent=new-plan', open: (page) => page.getByRole('dialog').waitFor() },
  ...PHASES.map((phase) => ({ name: `case-${phase}`, path: `/app/cases/${caseKey}?phase=${phase}` })),
  {
    name: 'case-resolve-open',
    path: `/app/cases/${caseKey}?phase=resolve`,
    open: (page) => page.getByRole('row').nth(1).getByRole('button').first().click(),
  },
  {
    name: 'case-resolve-object',
    path: `/app/cases/${caseKey}?phase=resolve&view=objects`,
    open: (page) => page.getByRole('row').nth(2).getByRole('button').first().click(),
  },
  ...['timeline', 'board', 'table', 'estimate', 'versions'].map((view) => ({
    name: `case-plan-${view}`,
    path: `/app/cases/${caseKey}?phase=plan&view=${view}`,
  })),
  ...PHASES.map((phase) => ({ name: `case-fresh-${phase}`, path: `/app/cases/${freshKey}?phase=${phase}` })),
  { name: 'case-missing', path: '/app/cases/CC-9999' },
]

const studioOf = ({ generation, wrapper, bundle }: Filled): Screen[] => [
  { name: 'studio', path: '/app/studio' },
  { name: 'studio-result', path: `/app/studio?generation=${generation}` },
  { name: 'studio-files', path: `/app/studio?generation=${generation}&result=files` },
  { name: 'studio-wrapper', path: `/app/studio?generation=${wrapper}&result=files` },
  { name: 'studio-wrapper-checks', path: `/app/studio?generation=${wrapper}&result=checks` },
  { name: 'bundle', path: bundle },
  { name: 'bundle-missing', path: '/app/studio/bundle/gen_00000000000000000000000000' },
]

async function ask(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'What replaces HOLIDAY_CALENDAR_GET?' }).click()
  await page.getByText('CL_FHC_CALENDAR_RUNTIME').first().waitFor()
}

async function lookUpMany(page: Page): Promise<void> {
  await page.getByLabel('Names').fill('VBAK\nFUNC BAPI_MATERIAL_SAVEDATA\nTABL MARA\nXYZZY')
  await page.getByRole('button', { name: 'Look up 4 names' }).click()
  await page.getByText('of 4 acceptable').waitFor()
}

/** The table has more entries than it draws. */
async function openGuidance(page: Page): Promise<void> {
  await page.getByPlaceholder('Title').fill('Guidance')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Guidance of SAP clean core' }).click()
}

async function openDocument(page: Page): Promise<void> {
  await openGuidance(page)
  await page.getByRole('button', { name: /Replace an object with its successor/ }).click()
  await page.getByRole('button', { name: 'VBAK' }).waitFor()
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('VBAK')
  await page.getByRole('option', { name: /Look up/ }).waitFor()
}

/** The view of a user who is not an admin. */
async function asViewer(page: Page): Promise<void> {
  await page.route('**/api/casework/access/me', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), role: 'viewer', may: [] } })
  })
  await page.reload()
  await page.getByRole('heading', { name: 'You need the admin role' }).waitFor()
}
