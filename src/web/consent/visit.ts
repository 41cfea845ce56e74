import { visitDays, visitKey } from '../../modules/settings/privacy/contract.ts'
import { isObject, local } from '../storage.ts'
import { readConsent } from './record.ts'

// How a visitor came here, for the lead that may come of it. Without consent to statistics nothing is stored: a lead
// tells what its own page knows. With it the first page of the first visit is remembered, until consent is withdrawn.

type Visit = { landing: string } & { [K in (typeof optional)[number]]?: string }

const optional = ['referrer', 'utmSource', 'utmMedium', 'utmCampaign', 'click'] as const

const marks = { utmSource: 'utm_source', utmMedium: 'utm_medium', utmCampaign: 'utm_campaign' } as const

/** Remembers or forgets, as the visitor has chosen. */
export function mindVisit(): void {
  if (!readConsent()?.analytics) local.forget(visitKey)
  else if (!firstVisit()) local.keep(visitKey, JSON.stringify({ ...ofThisPage(), at: Date.now() }))
}

/** What goes with a lead. */
export function provenance(): Visit & { isAcrossVisits?: true } {
  const first = readConsent()?.analytics ? firstVisit() : null
  return first ? { ...first, isAcrossVisits: true } : ofThisPage()
}

/** The remembered visit; null where there is none, where it is too old, or where a field is no text. */
function firstVisit(): Visit | null {
  const stored = local.json(visitKey)
  if (!isObject(stored) || typeof stored.landing !== 'string') return null
  if (!(Date.now() - Number(stored.at ?? Number.NaN) < visitDays * 86_400_000)) return null
  const visit: Visit = { landing: stored.landing }
  for (const name of optional) {
    const value = stored[name]
    if (typeof value === 'string') visit[name] = value
  }
  return visit
}

/** The page itself, or the one before it where that was ours too: its address is in the referrer. */
function ofThisPage(): Visit {
  const before = URL.canParse(document.referrer) ? new URL(document.referrer) : null
  const isOurs = before?.origin === location.origin
  const entered = isOurs && before ? before : location
  const query = new URLSearchParams(entered.search)
  const click = ['gclid', 'gbraid', 'wbraid'].find((name) => query.has(name))
  const visit: Visit = { landing: entered.pathname.replace(/^\/richiesta\/.+/, '/richiesta/') }
  if (before && !isOurs) visit.referrer = before.hostname
  // That an advertisement was clicked, not by whom.
  if (click) visit.click = click
  for (const [name, mark] of Object.entries(marks)) {
    const value = query.get(mark)?.slice(0, 80)
    if (value) visit[name as keyof typeof marks] = value
  }
  return visit
}
