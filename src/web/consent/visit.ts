import { withoutToken } from '../../modules/leads/status/token.contract.ts'
import { visitDays, visitKey } from '../../modules/settings/privacy/contract.ts'
import { isObject, local } from '../storage.ts'
import { readConsent } from './record.ts'

// Remembers how a visitor arrived, so that a later lead can report it. Without consent to statistics, the
// browser stores nothing, and a lead reports only the current page and its referrer.

type Visit = { landing: string } & { [K in (typeof optional)[number]]?: string }

const optional = ['referrer', 'utmSource', 'utmMedium', 'utmCampaign', 'click'] as const

const marks = { utmSource: 'utm_source', utmMedium: 'utm_medium', utmCampaign: 'utm_campaign' } as const

/** Stores the first visit if the visitor has consented, otherwise deletes the stored visit. */
export function mindVisit(): void {
  if (!readConsent()?.analytics) local.forget(visitKey)
  else if (!firstVisit()) local.keep(visitKey, JSON.stringify({ ...ofThisPage(), at: Date.now() }))
}

export function provenance(): Visit & { isAcrossVisits?: true } {
  const first = readConsent()?.analytics ? firstVisit() : null
  return first ? { ...first, isAcrossVisits: true } : ofThisPage()
}

/** Returns the stored first visit; null if no valid visit is stored or the visit has expired. */
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

/** Returns the visit that begins with this page, or with the previous page if that page is on this site. */
function ofThisPage(): Visit {
  const before = URL.canParse(document.referrer) ? new URL(document.referrer) : null
  const isOurs = before?.origin === location.origin
  const entered = isOurs && before ? before : location
  const query = new URLSearchParams(entered.search)
  const click = ['gclid', 'gbraid', 'wbraid'].find((name) => query.has(name))
  const visit: Visit = { landing: withoutToken(entered.pathname) }
  if (before && !isOurs) visit.referrer = before.hostname
  // Stores the name of the advertisement parameter without its value, which is the click id.
  if (click) visit.click = click
  for (const [name, mark] of Object.entries(marks)) {
    const value = query.get(mark)?.slice(0, 80)
    if (value) visit[name as keyof typeof marks] = value
  }
  return visit
}
