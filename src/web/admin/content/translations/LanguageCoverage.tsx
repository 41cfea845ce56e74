import { Link } from 'react-router'
import { languageName } from '../../../../languages/languageName.ts'
import {
  type LanguageCoverage as Coverage,
  kindNames,
  type OtherLanguage,
  ReadCoverage,
  type TranslationState,
} from '../../../../modules/content/translations/contract.ts'
import { DraftTranslations } from '../../../../modules/integrations/ai/translations.contract.ts'
import { ListJobs } from '../../../../modules/operations/jobs/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { FigureTable } from '../../kit/FigureTable.tsx'
import { showNumber } from '../../kit/format.ts'
import { JobProgress } from '../../kit/JobProgress.tsx'
import { cellLinkClass } from '../../kit/RowAction.tsx'
import { useRights } from '../../kit/rights.ts'
import { Answer } from '../../kit/States.tsx'
import { languageInText, stateChoices } from './translationLabels.tsx'

const states = ['missing', 'draft', 'outdated', 'reviewed'] as const

/** Shows how many texts of each language are in each state. Staff can request the missing translations from the AI. */
export function LanguageCoverage() {
  const coverage = useQueryCall(ReadCoverage, {})
  const last = useQueryCall(ListJobs, { kind: 'aiTranslations', page: 1, limit: 1 })
  const draft = useCommandCall(DraftTranslations, {
    done: 'Bozze richieste all’AI',
    failed: 'Impossibile chiedere le bozze',
    renews: [ListJobs.http, ReadCoverage.http],
  })
  const job = last.data?.items[0]
  return (
    <>
      <Answer of={coverage} rows={8}>
        {({ languages }) => (
          <div className="grid gap-4 xl:grid-cols-3">
            {languages.map((one) => (
              <LanguageCard
                key={one.language}
                of={one}
                isBusy={draft.isPending}
                onDraft={(language) => draft.mutate({ language })}
              />
            ))}
          </div>
        )}
      </Answer>
      {job && (
        <div className="mt-4">
          <JobProgress key={job.id} jobId={job.id} title="Traduzioni dell’AI" />
        </div>
      )}
    </>
  )
}

interface CardProps {
  of: Coverage
  isBusy: boolean
  onDraft: (language: OtherLanguage) => void
}

function LanguageCard({ of: { language, kinds, placesWithoutName }, isBusy, onDraft }: CardProps) {
  const { opens } = useRights()
  const unnamedPath = adminPath('lingue/nomi/', {}, { language })
  const unnamed = `Località senza un nome in ${languageInText(language)}: ${showNumber(placesWithoutName)}`
  const used = kinds.filter((one) => states.some((state) => one[state] > 0))
  const missing = used.reduce((sum, one) => sum + one.missing, 0)
  return (
    <section aria-labelledby={`lingua-${language}`} className="rounded-card border border-line p-4 sm:p-5">
      <h2 id={`lingua-${language}`} className="font-semibold">
        {languageName(language)}
      </h2>
      {used.length === 0 ? (
        <p className="mt-2 text-ink-soft text-sm">Nessun testo da tradurre</p>
      ) : (
        <section
          aria-label={`Testi in ${languageInText(language)}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the region
          tabIndex={0}
          className="relative mt-2 overflow-x-auto"
        >
          <FigureTable
            caption={`Testi in ${languageInText(language)}, per tipo e stato`}
            isCaptionHidden
            align="right"
            head={['Tipo', ...states.map((state) => shortNames[state])]}
            rows={used.map((one) => ({
              key: one.kind,
              name: kindNames[one.kind],
              cells: states.map((state) => (
                <span key={state} className="figures">
                  <Count language={language} kind={one.kind} state={state} count={one[state]} />
                </span>
              )),
            }))}
          />
        </section>
      )}
      <p className="mt-3 text-sm">
        {opens(unnamedPath) ? (
          <Link to={unnamedPath} className="text-sea-deep underline">
            {unnamed}
          </Link>
        ) : (
          unnamed
        )}
      </p>
      <Button
        look="plain"
        className="mt-3"
        disabled={isBusy || missing === 0}
        onClick={() => onDraft(language)}
      >
        Chiedi all’AI ciò che manca<span className="sr-only"> in {languageInText(language)}</span>
      </Button>
    </section>
  )
}

const shortNames = { missing: 'Mancano', draft: 'Bozze', outdated: 'Cambiate', reviewed: 'Riviste' }

interface CountProps {
  language: string
  kind: keyof typeof kindNames
  state: TranslationState
  count: number
}

function Count({ language, kind, state, count }: CountProps) {
  if (count === 0) return <span className="text-ink-soft">0</span>
  return (
    <Link to={adminPath('lingue/', {}, { language, kind, state })} className={`${cellLinkClass} justify-end`}>
      {showNumber(count)}
      <span className="sr-only">
        {' '}
        {kindNames[kind]}, {stateChoices[state]}, {languageName(language)}
      </span>
    </Link>
  )
}
