import type { Command } from 'commander'
import {
  ListTranslations,
  type OtherLanguage,
  ReadCoverage,
  type TranslationKind,
  type TranslationRow,
  type TranslationState,
} from '../../src/modules/content/translations/contract.ts'
import { DraftTranslations } from '../../src/modules/integrations/ai/translations.contract.ts'
import { followJob, noWait, type Waiting } from './follow.ts'
import { print, printOutcome, wholeNumber } from './output.ts'
import { withSession } from './session.ts'

interface Filter {
  language?: OtherLanguage
  kind?: TranslationKind
  state?: TranslationState
  page?: number
}

interface Asked extends Waiting {
  kind?: TranslationKind
  ids?: string[]
  yes?: boolean
}

export function addTranslationCommands(program: Command): void {
  const translations = program
    .command('translations')
    .description('texts of the site in other languages: coverage, list, drafts by AI')
  translations
    .command('coverage')
    .description('count the texts of each language by kind and state')
    .action(() =>
      withSession(async ({ call }) => {
        const { languages } = await call(ReadCoverage, {})
        const lines = languages.flatMap(({ language, kinds, placesWithoutName }) => [
          ...kinds.map(
            ({ kind, missing, draft, outdated, reviewed }) =>
              `${language}  ${kind.padEnd(13)} ${missing} missing, ${draft} draft, ${outdated} outdated, ${reviewed} reviewed`,
          ),
          `${language}  ${placesWithoutName} places without a name`,
        ])
        print(languages, lines.join('\n'))
      }),
    )
  translations
    .command('list')
    .option('--language <code>', 'language, such as en')
    .option('--kind <kind>', 'article, category, route, place, meetingPoint, photo or company')
    .option('--state <state>', 'missing, draft, reviewed or outdated')
    .option('--page <n>', 'page of 100 texts', wholeNumber)
    .description('list the texts, once for each language')
    .action((filter: Filter) =>
      withSession(async ({ call }) => {
        const list = await call(ListTranslations, { ...filter, limit: 100 })
        const sums = `page ${list.page} of ${list.totalPages}, ${list.total} texts`
        print(list, [...list.items.map(rowText), sums].join('\n'))
      }),
    )
  translations
    .command('draft')
    .argument('<language>', 'language, such as de')
    .option('--kind <kind>', 'only texts of this kind')
    .option('--ids <id...>', 'only these texts of the kind, also with a draft or an outdated translation')
    .option('--yes', 'call the provider, which costs money; without it only the number of texts is shown')
    .option(...noWait)
    .description('draft the missing translations by AI; staff review each draft before visitors read it')
    .action((language: OtherLanguage, asked: Asked) =>
      withSession(async (session) => {
        const { kind, ids } = asked
        const input = { language, ...(kind ? { kind } : {}), ...(ids ? { ids: ids.map(Number) } : {}) }
        if (asked.yes) {
          const { jobId } = await session.call(DraftTranslations, input)
          await followJob(session, jobId, asked)
          return
        }
        const plan = await session.inOneTransaction(async (inner) => {
          const { jobId } = await inner.call(DraftTranslations, input)
          const [job] = await inner.runtime.db.read<[{ texts: number }?]>`
            select jsonb_array_length(input -> 'items') as texts from jobs where id = ${jobId}`
          return { isKept: false, value: { texts: job?.texts ?? 0 } }
        })
        printOutcome(plan, false, `${plan.texts} texts would be translated`)
      }),
    )
}

const rowText = ({ kind, id, language, state, title }: TranslationRow) =>
  `${language}  ${state.padEnd(8)} ${kind.padEnd(13)} ${String(id).padStart(6)}  ${title}`
