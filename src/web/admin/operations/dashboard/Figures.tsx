import type { ReactNode } from 'react'
import { formName } from '../../../../modules/leads/inbox/contract.ts'
import { kindNames } from '../../../../modules/leads/lead/contract.ts'
import type { Dashboard } from '../../../../modules/operations/dashboard/contract.ts'
import { showNumber } from '../../kit/format.ts'
import { RankedList } from '../../leads/provenance/RankedList.tsx'
import { AnswerTimes } from './AnswerTimes.tsx'
import { DayChart } from './DayChart.tsx'

export function Figures({ figures }: { figures: Dashboard }) {
  return (
    <>
      <div className="grid gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Panel title="Richieste degli ultimi 30 giorni">
          <DayChart days={figures.leadsByDay} />
        </Panel>
        <Panel title="Tempi di risposta">
          <AnswerTimes {...figures.answers} />
        </Panel>
      </div>
      <Lists figures={figures} />
    </>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-card border border-line p-4 sm:p-5">
      <h2 className="mb-3 font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function Lists({ figures }: { figures: Dashboard }) {
  const { leadsBySource, topSearches, unmetSearches, taps } = figures
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <Panel title="Da dove arrivano, in 30 giorni">
        <RankedList
          rows={leadsBySource.map(({ kind, source, count, confirmed }) => ({
            name: [kindNames[kind].one, source && formName(source)].filter(Boolean).join(' · '),
            count,
            more: confirmed > 0 ? `${showNumber(confirmed)} confermate` : '',
          }))}
          empty="Nessuna richiesta"
        />
      </Panel>
      <Panel title="Tratte più cercate">
        <RankedList
          rows={topSearches.map(({ route, slug, searches }) => ({
            name: route,
            count: searches,
            href: `/tratte/transfer-${slug}/`,
          }))}
          empty="Nessuna ricerca finora"
        />
      </Panel>
      <Panel title="Cercate e non offerte">
        <RankedList
          rows={unmetSearches.map(({ departure, destination, searches }) => ({
            name: `${departure} → ${destination}`,
            count: searches,
          }))}
          empty="Ogni ricerca ha trovato una tratta"
        />
      </Panel>
      <Panel title="Tocchi su chiamata e WhatsApp, in 30 giorni">
        <p className="mb-3 text-ink-soft text-sm">
          {showNumber(taps.call)} chiamate, {showNumber(taps.whatsapp)} WhatsApp
        </p>
        <RankedList
          rows={taps.pages.map(({ path, call, whatsapp }) => ({
            name: path,
            count: call + whatsapp,
            more: `${showNumber(call)} + ${showNumber(whatsapp)}`,
            href: path,
          }))}
          empty="Nessun tocco finora"
        />
      </Panel>
    </div>
  )
}
