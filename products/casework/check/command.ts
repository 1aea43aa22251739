// The command. Exit code 0: the policy is met. 1: the policy is not met. 2: the check could not run.
import { stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CannotRun } from './cannot-run.ts'
import { CONFIG_FILE, type Config, readConfig } from './config.ts'
import { readOutputs, write } from './formats/formats.ts'
import { HELP } from './help.ts'

export interface Call {
  args: readonly string[]
  folder: string
  /** Prints to standard output: results. */
  print(text: string): void
  /** Prints to standard error: errors and notes. */
  printError(line: string): void
}

const OPTIONS = {
  target: { type: 'string' },
  config: { type: 'string' },
  format: { type: 'string', multiple: true },
  forbid: { type: 'string', multiple: true },
  'forbid-new': { type: 'string', multiple: true },
  max: { type: 'string', multiple: true },
  baseline: { type: 'string' },
  'write-baseline': { type: 'string' },
  exclude: { type: 'string', multiple: true },
  ignore: { type: 'string', multiple: true },
  unknown: { type: 'boolean' },
  'list-targets': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export async function command(call: Call): Promise<number> {
  try {
    return await run(call)
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    call.printError(error.message)
    return 2
  }
}

async function run(call: Call): Promise<number> {
  const { values, positionals } = parse(call.args)
  const [verb, path, ...more] = positionals
  if (values.help || verb === 'help' || call.args.length === 0) {
    call.print(HELP)
    return 0
  }
  if (verb !== 'check')
    throw new CannotRun(`“${verb ?? ''}” is not a command. The only command is check. --help explains it.`)
  // Loaded here, so that help does not have to wait for the pack and the lists.
  const { check, listTargets } = await import('./check.ts')
  if (values['list-targets']) {
    call.print(await listTargets())
    return 0
  }
  if (!path || more.length > 0)
    throw new CannotRun('Name one folder or zip archive: veritrace-casework check <folder or zip>.')
  const outputs = readOutputs(values.format ?? [])
  const source = resolve(call.folder, path)
  const result = await check({
    source,
    base: call.folder,
    config: await configOf(call.folder, source, values),
    ...(values['write-baseline'] && { writeBaseline: resolve(call.folder, values['write-baseline']) }),
    printError: call.printError,
  })
  for (const { format, file } of outputs) {
    const text = write(format, result)
    if (file === undefined) call.print(text)
    else await save(resolve(call.folder, file), text)
  }
  if (outputs.every(({ format, file }) => format !== 'text' || file !== undefined))
    for (const { message } of result.violations) call.printError(message)
  return result.violations.length > 0 ? 1 : 0
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  } catch (error) {
    throw new CannotRun(`${(error as Error).message.split('. ')[0]}. --help lists the options.`)
  }
}

type Values = ReturnType<typeof parse>['values']

/** Options override the file. Paths in the file are relative to its folder, and paths in options to the current folder. */
async function configOf(folder: string, source: string, values: Values): Promise<Config> {
  const isFolder = (await stat(source).catch(() => undefined))?.isDirectory() ?? false
  const standard = isFolder ? join(source, CONFIG_FILE) : undefined
  const exists = standard !== undefined && (await stat(standard).catch(() => undefined))?.isFile()
  const file = values.config ? resolve(folder, values.config) : exists ? standard : undefined
  const config = file ? await readConfig(file) : {}
  const forbid = listed(values.forbid)
  const forbidNew = listed(values['forbid-new'])
  const max = maxOf(values.max)
  const hasPolicy = forbid !== undefined || forbidNew !== undefined || max !== undefined
  const baseline = values.baseline
    ? resolve(folder, values.baseline)
    : config.baseline && resolve(dirname(file!), config.baseline)
  return {
    ...config,
    ...(values.target && { target: values.target }),
    ...(baseline && { baseline }),
    ...(values.exclude && { exclude: [...(config.exclude ?? []), ...values.exclude] }),
    ...(values.ignore && { ignore: [...(config.ignore ?? []), ...listed(values.ignore)!] }),
    ...(values.unknown && { unknown: 'list' as const }),
    ...(hasPolicy && {
      policy: {
        ...config.policy,
        ...(forbid && { forbid }),
        ...(forbidNew && { forbid_new: forbidNew }),
        ...(max && { max }),
      },
    }),
  }
}

const listed = (given: readonly string[] | undefined): string[] | undefined =>
  given
    ?.flatMap((list) => list.split(','))
    .map((item) => item.trim())
    .filter(Boolean)

function maxOf(given: readonly string[] | undefined): Record<string, number> | undefined {
  return (
    given &&
    Object.fromEntries(
      listed(given)!.map((limit) => {
        const [, what, number] = /^(.+)=(\d{1,9})$/.exec(limit) ?? []
        if (!what) throw new CannotRun(`--max: “${limit}” does not have the form D=10.`)
        return [what, Number(number)]
      }),
    )
  )
}

async function save(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: Error) => {
    throw new CannotRun(`“${path}” cannot be written: ${error.message}.`)
  })
}
