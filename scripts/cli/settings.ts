import type { Command as CliCommand } from 'commander'
import { parse, stringify } from 'yaml'
import { fileText } from '../../src/kernel/fileText.ts'
import type { Command, Query } from '../../src/kernel/message.ts'
import { ReadFareSettings, SaveFareSettings } from '../../src/modules/catalog/fares/contract.ts'
import { ReadAiSettings, SaveAiSettings } from '../../src/modules/integrations/ai/settings.contract.ts'
import { ReadCompanySettings, SaveCompanySettings } from '../../src/modules/settings/company/contract.ts'
import { ReadSiteSettings, SaveSiteSettings } from '../../src/modules/settings/site/contract.ts'
import { plainReason } from '../reason.ts'
import { type Imported, type Item, importAll, isFields, isSame } from './importing.ts'
import { print, printProgress, readInput, UsageError, writeWhole } from './output.ts'
import { type Session, withSession } from './session.ts'

interface Section {
  read: Query
  save: Command
}

/** Sections of the file, by their names. */
const sections: Record<string, Section> = {
  company: { read: ReadCompanySettings, save: SaveCompanySettings },
  site: { read: ReadSiteSettings, save: SaveSiteSettings },
  fares: { read: ReadFareSettings, save: SaveFareSettings },
  ai: { read: ReadAiSettings, save: SaveAiSettings },
}

/** Inputs of the calls that are no settings. */
const ofCall = ['updatedAt', 'dryRun']

const fieldsOf = ({ save }: Section) =>
  Object.keys(save.input.properties).filter((field) => !ofCall.includes(field))

export function addSettingsCommands(program: CliCommand): void {
  const settings = program.command('settings').description('settings of company, site, fares and AI')
  settings
    .command('export')
    .option('--output <file>', 'file to write; default: standard output')
    .description('write the settings as YAML')
    .action(({ output }: { output?: string }) =>
      withSession(async (session) => {
        printProgress(
          'Not exported: accounts, keys, passwords, mail, Google Analytics, prompts and the rules for log-in',
        )
        const all: Record<string, object> = {}
        for (const [name, section] of Object.entries(sections)) all[name] = await stored(session, section)
        const text = stringify(all, { lineWidth: 0 })
        if (output) await writeWhole(output, text)
        print(output ? { file: output } : all, output ? `settings written to ${output}` : text.trimEnd())
      }),
    )
  settings
    .command('import')
    .argument('<file>', 'a file as the export writes it, or - for standard input')
    .option('--yes', 'save the settings')
    .description(
      'import settings from YAML; a section that is not in the file stays as it is; all or nothing',
    )
    .action(async (file: string, { yes }: { yes?: boolean }) => {
      const items = itemsIn(fileText(await readInput(file)))
      await importAll(async () => items, { isKept: yes })
    })
}

/** Returns the settings of a section, without values that only a response has. */
async function stored({ call }: Session, section: Section): Promise<Record<string, unknown>> {
  const found = Object.entries((await call(section.read)) as object)
  return Object.fromEntries(found.filter(([field]) => fieldsOf(section).includes(field)))
}

function itemsIn(text: string): Item[] {
  return Object.entries(sectionsIn(text)).map(([where, values]) => {
    const section = sections[where]
    if (!section)
      throw new UsageError(`no settings are named "${where}": ${Object.keys(sections).join(', ')}`)
    return { where, bring: (session) => bring(session, section, values) }
  })
}

function sectionsIn(text: string): Record<string, unknown> {
  try {
    const found: unknown = parse(text)
    if (isFields(found)) return found
  } catch (error) {
    throw new UsageError(`the file is not YAML: ${plainReason(error)}`)
  }
  throw new UsageError('the file has no sections')
}

async function bring(session: Session, section: Section, values: unknown): Promise<Imported> {
  if (!isFields(values)) throw new UsageError('the section is not a list of fields')
  const unknown = Object.keys(values).filter((field) => !fieldsOf(section).includes(field))
  if (unknown.length > 0) throw new UsageError(`unknown fields: ${unknown.join(', ')}`)
  const before = await stored(session, section)
  // The built-in settings lack values that a save requires.
  if (isSame(before, { ...before, ...values })) return { state: 'unchanged' }
  const { updatedAt } = (await session.call(section.read)) as { updatedAt?: string }
  await session.call(section.save, { ...before, ...values, ...(updatedAt ? { updatedAt } : {}) })
  return { state: isSame(before, await stored(session, section)) ? 'unchanged' : 'changed' }
}
