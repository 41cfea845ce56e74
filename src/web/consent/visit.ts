import { visitDays, visitKey } from '../../modules/settings/privacy/contract.ts'
import { isObject, local } from '../storage.ts'
import { readConsent } from './record.ts'

// How a visitor arrived, for a later lead. Without consent to statistics nothing is stored, and a lead reports only its
// own page; with consent the first page of the first visit is stored until withdrawal.

type Visit = { landing: string } & { [K in (typeof optional)[number]]?: string }

const optional = ['referrer', 'utmSource', 'utmMedium', 'utmCampaign', 'click'] as const

const marks = { utmSource: 'utm_source', utmMedium: 'utm_medium', utmCampaign: 'utm_campaign' } as const

/** Stores or deletes the visit according to the consent. */
export function mindVisit(): void {
  if (!readConsent()?.analytics) local.forget(visitKey)
  else if (!firstVisit()) local.keep(visitKey, JSON.stringify({ ...ofThisPage(), at: Date.now() }))
}

/** Returns the provenance that a lead sends. */
export function provenance(): Visit & { isAcrossVisits?: true } {
  const first = readConsent()?.analytics ? firstVisit() : null
  return first ? { ...first, isAcrossVisits: true } : ofThisPage()
}

/** Returns the stored visit; null if there is none, it expired or a field is no text. */
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

/** Returns this page, or the previous one if it is on this site: the referrer has its address. */
function ofThisPage(): Visit {
  const before = URL.canParse(document.referrer) ? new URL(document.referrer) : null
  const isOurs = before?.origin === location.origin
  const entered = isOurs && before ? before : location
  const query = new URLSearchParams(entered.search)
  const click = ['gclid', 'gbraid', 'wbraid'].find((name) => query.has(name))
  const visit: Visit = { landing: entered.pathname.replace(/^\/richiesta\/.+/, '/richiesta/') }
  if (before && !isOurs) visit.referrer = before.hostname
  // Records that an advertisement was clicked, without the click id.
  if (click) visit.click = click
  for (const [name, mark] of Object.entries(marks)) {
    const value = query.get(mark)?.slice(0, 80)
    if (value) visit[name as keyof typeof marks] = value
  }
  return visit
}
