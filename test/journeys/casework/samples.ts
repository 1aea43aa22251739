// The data of the casework journeys, and their files when the work is done.
import { readFileSync } from 'node:fs'
import { zipSync } from 'fflate'

const SAMPLE = new URL('../../../products/casework/packs/clean-core/sample/', import.meta.url)
const ORDERS = 'abapgit/src/zsd_orders/'
const sample = (path: string): string => readFileSync(new URL(path, SAMPLE), 'utf8')

export interface Journey {
  pack: string
  project: { name: string; default_target: string; system?: { sid: string } }
  scope: { selector: { name_globs: string[] } }
  /** Number of objects in the scope, none of them acceptable. */
  objects: number
  /** The files when the work is done. */
  fixed: () => { filename: string; bytes: Uint8Array<ArrayBuffer> | string }[]
}

const CLEAN_CORE: Journey = {
  pack: 'clean-core',
  project: { name: 'ERP to private 2023', default_target: 's4_private:2023_3', system: { sid: 'PRD' } },
  scope: { selector: { name_globs: ['ZSD_ORDER_L*'] } },
  objects: 1,
  fixed: () => {
    const names = { vbak: 'I_SalesDocument', vbap: 'I_SalesDocumentItem', kna1: 'I_Customer' }
    let source = sample(`${ORDERS}zsd_order_list.prog.abap`)
    for (const [table, view] of Object.entries(names)) source = source.replace(new RegExp(`\\b${table}\\b`, 'g'), view)
    const files = { 'zsd_order_list.prog.abap': source, ...kept(['zsd_order_list.prog.xml', 'package.devc.xml']) }
    const entries = Object.entries(files).map(([name, text]) => [`src/zsd_orders/${name}`, Buffer.from(text)])
    const dependency = 'PROG;ZSD_ORDER_LIST;ZSD_ORDERS;CDS_STOB;I_SALESDOCUMENT;read;1'
    const [columns] = sample('dependencies.csv').split('\n')
    // Nothing is found in the first object anymore, and the others are ignored.
    const [before, after] = sample('atc.xml').split(/<atcobject:findings>[\s\S]*<\/atcobject:findings>/)
    return [
      { filename: 'abapgit.zip', bytes: zipSync(Object.fromEntries(entries)) },
      { filename: 'dependencies.csv', bytes: `${columns}\n${dependency}\n` },
      { filename: 'atc.xml', bytes: `${before}<atcobject:findings/>${after}` },
    ]
  },
}

const VENDOR_TRUST: Journey = {
  pack: 'vendor-trust',
  project: { name: 'Webshop', default_target: 'trust:standard' },
  scope: { selector: { name_globs: ['OWN-PRODUCT-IMAGES', 'OWN-SHOP-FIGURES'] } },
  objects: 2,
  fixed: () => [
    {
      filename: 'dependencies.csv',
      bytes: `from type,from name,service,to type,to name,access,sites
FEATURE,OWN-SHOP-FIGURES,WEBSHOP,VENDOR,HARBORLOG,sends,4
FEATURE,OWN-PRODUCT-IMAGES,WEBSHOP,VENDOR,CLOUDKELP,sends,2
`,
    },
  ],
}

export const JOURNEYS: readonly Journey[] = [CLEAN_CORE, VENDOR_TRUST]
const kept = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, sample(ORDERS + name)]))
