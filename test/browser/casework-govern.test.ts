// The pages of Govern with a project that fills them.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { projects } from '@veritrace/contract/casework/projects'
import { ensureWebBuilt } from '../../apps/web/ensure-built.ts'
import { testServer } from '../server.ts'
import { inBrowser, visit } from './browser.ts'
import { DEMO_SCOPE, demoApi } from './demo-api.ts'
import { AT_NIGHT, isInOrder } from './in-order.ts'
import { untilRead } from './large-tree.ts'

/** As long as SAP permits. */
const LONG = 'HOLIDAY_CALENDAR_GET_PERMANENT'
const USES = `from_type;from_name;from_package;to_type;to_name;access;sites
CLAS;ZCL_LONG;Z;TABL;VBAK;write;1
CLAS;ZCL_LONG_TOO;Z;FUNC;${LONG};call;1`
const RUN = `Priority;Object Type;Object Name;Check ID;Check Title;Message ID;Check Message;Line
2;CLAS;ZCL_LONG;SYCM_USAGE_OF_APIS;Usage of APIs;INTERNAL;Usage of internal object TABL VBAK;2
2;CLAS;ZCL_LONG;SYCM_USAGE_OF_APIS;Usage of APIs;INTERNAL;Usage of internal object TABL BSEG;7
`

describe('Govern in the casework app', () => {
  let url: string
  before(async () => {
    assert.equal(await ensureWebBuilt(), undefined)
    url = (await testServer()).url
  })

  async function filled(name: string, files: Readonly<Record<string, string>>): Promise<string> {
    const { id } = await demoApi(url, projects).create({ body: { name } })
    for (const [filename, text] of Object.entries(files))
      await fetch(`${url}/api/casework/projects/${id}/evidence/upload`, {
        method: 'POST',
        headers: { ...DEMO_SCOPE, 'content-type': 'application/json' },
        body: JSON.stringify({ filename, text }),
      })
    await untilRead(url, id)
    return id
  }

  test('patterns with long names fit on a phone', async () => {
    const id = await filled('Long names', { 'dependencies.csv': USES })
    await inBrowser(
      url,
      async (page) => {
        await visit(page, `/app/govern?view=readiness&project=${id}`)
        await page
          .getByRole('table', { name: /^Patterns/ })
          .getByText(LONG)
          .waitFor()
        await isInOrder(page)
      },
      AT_NIGHT,
    )
  })

  test('the agreement with ATC fits on a phone', async () => {
    const id = await filled('With ATC', { 'dependencies.csv': USES, 'run.csv': RUN })
    await inBrowser(
      url,
      async (page) => {
        await visit(page, `/app/govern?view=atc&project=${id}`)
        await page.getByRole('table', { name: 'Agreement by check' }).getByText('Usage of APIs').waitFor()
        await isInOrder(page)
      },
      AT_NIGHT,
    )
  })
})
