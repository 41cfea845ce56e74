import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formName, kindNames } from '../../../../modules/leads/inbox/contract.ts'
import type { Dashboard } from '../../../../modules/operations/dashboard/contract.ts'
import { showNumber } from '../../kit/format.ts'
import { useRights } from '../../kit/rights.ts'
import { RankedList } from '../../leads/provenance/RankedList.tsx'
import { AnswerTimes } from './AnswerTimes.tsx'
import { DayChart } from './DayChart.tsx'

export function Figures({ figures }: { figures: Dashboard }) {
  return (
    <>
      <Cards figures={figures} />
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

function Cards({ figures }: { figures: Dashboard }) {
  const { opens } = useRights()
  const { requestsToday, requestsTotal, leadsToday, leadsTotal, posts, activeRoutes } = figures
  const cards = [
    {
      label: 'Richieste oggi',
      value: requestsToday,
      more: leadsToday > requestsToday ? `${showNumber(leadsToday)} con prenotazioni e messaggi` : '',
      to: '/admin/richieste/',
    },
    {
      label: 'Richieste totali',
      value: requestsTotal,
      more: leadsTotal > requestsTotal ? `${showNumber(leadsTotal)} con prenotazioni e messaggi` : '',
      to: '/admin/richieste/',
    },
    {
      label: 'Articoli blog',
      value: posts.published,
      more: posts.total > posts.published ? `${showNumber(posts.total - posts.published)} in bozza` : '',
      to: '/admin/blog/',
    },
    { label: 'Tratte attive', value: activeRoutes, more: '', to: '/admin/tratte/' },
  ]
  return (
    <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      {cards
        .filter(({ to }) => opens(to))
        .map(({ label, value, more, to }) => (
          <li key={label}>
            <Link
              to={to}
              className="grid h-full content-start gap-0.5 rounded-card border border-line p-4 hover:border-ink"
            >
              <span className="text-ink-soft text-sm">{label}</span>
              <span className="figures font-semibold text-3xl leading-tight">{showNumber(value)}</span>
              {more && <span className="text-ink-soft text-sm">{more}</span>}
            </Link>
          </li>
        ))}
    </ul>
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
