// The data of the casework journey, and its files when the work is done.
import { readFileSync } from 'node:fs'
import { zipSync } from 'fflate'

const SAMPLE = new URL('../../../products/casework/packs/clean-core/sample/', import.meta.url)
const ORDERS = 'abapgit/src/zsd_orders/'
const sample = (path: string): string => readFileSync(new URL(path, SAMPLE), 'utf8')

export const JOURNEY = {
  pack: 'clean-core',
  project: { name: 'ERP to private 2023', default_target: 's4_private:2023_3', system: { sid: 'PRD' } },
  scope: { selector: { name_globs: ['ZSD_ORDER_L*'] } },
  /** Number of objects in the scope, none of them acceptable. */
  objects: 1,
  /** The files when the work is done. */
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
const kept = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, sample(ORDERS + name)]))
