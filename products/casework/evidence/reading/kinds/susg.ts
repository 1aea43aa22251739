// Parses usage data of an ABAP system, exported by SUSG: runs per program, day of the last run, and calls between programs.
import { ownValue } from '@veritrace/platform/names'
import type { Entry } from 'yauzl'
import type { Named } from '../../../model/artifacts.ts'
import { Unreadable } from '../failures.ts'
import type { ReadingJob } from '../job.ts'
import { newSheet, type Parsed, type Sheet } from '../parsed.ts'
import { readXml } from '../xml.ts'
import { type Archive, openArchive } from '../zip.ts'
import { dayOf } from './tables.ts'

type Fields = Record<string, string>

export async function parseSusg(job: ReadingJob): Promise<Parsed> {
  const archive = await openArchive(job.path)
  try {
    const sheet = newSheet()
    const types = new Set<string>()
    const systems = foldersOf(archive.entries)
    if (systems.length === 0)
      throw new Unreadable('The usage export is incomplete: PROG0001.xml or DATA0001.xml is missing.')
    for (const entries of systems) await readSystem(job, archive, entries, sheet, types)
    if (systems.length > 1)
      sheet.warn(`The export contains the usage of ${systems.length} systems. Their numbers are summed.`)
    sheet.usageTypes = [...new Set([...Object.values(job.words.vocabulary.usage_types), ...types])].sort()
    return sheet.done()
  } finally {
    archive.close()
  }
}

/** One list of files per system: IDs are only valid within the folder of their system. */
function foldersOf(entries: readonly Entry[]): Entry[][] {
  const folders = new Map<string, Entry[]>()
  for (const entry of entries) {
    const folder = entry.fileName.slice(0, entry.fileName.lastIndexOf('/') + 1)
    folders.set(folder, [...(folders.get(folder) ?? []), entry])
  }
  const has = (all: readonly Entry[], stem: string) => all.some(({ fileName }) => isFile(fileName, stem))
  return [...folders.values()].filter((all) => has(all, 'PROG') && has(all, 'DATA'))
}

async function readSystem(
  job: ReadingJob,
  archive: Archive,
  entries: readonly Entry[],
  sheet: Sheet,
  types: Set<string>,
): Promise<void> {
  const filesOf = (stem: string) => entries.filter(({ fileName }) => isFile(fileName, stem))
  const programs = new Map<string, Named>()
  await eachRecord(archive, filesOf('ADMIN'), 'SUSG_API_S_ADMIN', (fields) => readAdmin(job, sheet, fields))
  await eachRecord(archive, filesOf('PROG'), 'SUSG_API_S_PROG', (fields) => {
    const given = fields.OBJ_TYPE ?? ''
    const type = ownValue(job.words.vocabulary.usage_types, given) ?? given
    if (fields.PROGID && fields.OBJ_NAME)
      programs.set(fields.PROGID, { type, name: fields.OBJ_NAME.trim().toUpperCase() })
    if (type) types.add(type)
  })
  const subs = new Map<string, string>()
  await eachRecord(archive, filesOf('SUB'), 'SUSG_API_S_SUB', ({ SUBID, PROGID }) => {
    if (SUBID && PROGID) subs.set(SUBID, PROGID)
  })
  // Without an entry in the SUB table, both IDs are equal.
  const programOf = (sub: string | undefined): Named | undefined => programs.get(subs.get(sub ?? '') ?? sub ?? '')
  await eachRecord(archive, filesOf('DATA'), 'SUSG_API_S_DATA', (fields) => {
    sheet.rows++
    addUse(job, sheet, programOf(fields.SUBID), fields)
  })
  await eachRecord(archive, filesOf('RDATA'), 'SUSG_API_S_RDATA', ({ SUBID1, SUBID2 }) => {
    const [caller, called] = [programOf(SUBID1), programOf(SUBID2)]
    if (!caller || !called || caller === called || !job.words.isOwn(caller.name)) return
    sheet.object(caller)
    sheet.use(caller, { type: job.words.listType(called.type, called.name), name: called.name }, 'call')
  })
}

const isFile = (fileName: string, stem: string): boolean =>
  new RegExp(`^${stem}\\d*\\.xml$`, 'i').test(fileName.split('/').at(-1)!)

async function eachRecord(
  archive: Archive,
  entries: readonly Entry[],
  name: string,
  take: (fields: Fields) => void,
): Promise<void> {
  for (const entry of entries) {
    let fields: Fields | undefined
    await readXml(await archive.stream(entry), {
      open: (element) => {
        if (element.name === name) fields = {}
      },
      close: (element) => {
        if (element.name === name && fields) {
          take(fields)
          fields = undefined
        } else if (fields) fields[element.name] = element.text.trim()
      },
    })
  }
}

/** With several systems, the shortest window counts, because it is the weakest proof that an object is unused. */
function readAdmin({ words }: ReadingJob, sheet: Sheet, fields: Fields): void {
  const [from, to] = [dayOf(fields.DATE_FROM ?? ''), dayOf(fields.DATE_TO ?? '')]
  const between = from && to ? Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1 : 0
  const days = Number(fields.DAYS_AVAILABLE) || between
  if (!sheet.window || days < sheet.window.days) sheet.window = { from, to, days }
  sheet.system ??= fields.SYSID || null
  const collectedAt = to && `${to}T00:00:00.000Z`
  if (collectedAt && collectedAt > (sheet.collectedAt ?? '')) sheet.collectedAt = collectedAt
  if (days < words.vocabulary.low_confidence_days)
    sheet.warn(
      `The window covers only ${days} days. Below ${words.vocabulary.low_confidence_days}, “not used” has low confidence.`,
    )
}

/** Programs of the vendor are used as well, but are not part of the estate. */
function addUse({ words }: ReadingJob, sheet: Sheet, program: Named | undefined, fields: Fields): void {
  if (!program) sheet.reject(sheet.rows, `SUBID ${fields.SUBID ?? '(none)'} belongs to no known program.`)
  if (!program || !words.isOwn(program.name)) return
  const record = sheet.object(program, sheet.rows)
  if (!record) return
  sheet.usages++
  record.executions = (record.executions ?? 0) + (Number(fields.COUNTER) || 0)
  const day = dayOf(fields.LAST_USED ?? '')
  if (day && day > (record.last_used ?? '')) record.last_used = day
}
