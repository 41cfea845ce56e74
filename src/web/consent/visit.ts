import { visitDays, visitKey } from '../../modules/settings/contract.privacy.ts'
import { readConsent } from './record.ts'

// How a visitor came here, for the lead that may come of it. Without consent to statistics nothing is stored: a lead
// tells what its own page knows. With it the first page of the first visit is remembered, until consent is withdrawn.

interface Visit {
  landing: string
  referrer?: string
  utmSource?: string
  utmMedium?: string
  utmCampaign?: string
  click?: string
}

const marks = { utmSource: 'utm_source', utmMedium: 'utm_medium', utmCampaign: 'utm_campaign' } as const

/** Remembers or forgets, as the visitor has chosen. */
export function mindVisit(): void {
  try {
    if (!readConsent()?.analytics) localStorage.removeItem(visitKey)
    else if (!kept()) localStorage.setItem(visitKey, JSON.stringify({ ...ofThisPage(), at: Date.now() }))
  } catch {
    // Storage that the browser refuses: each page knows itself alone.
  }
}

/** What goes with a lead. */
export function provenance(): Visit & { isAcrossVisits?: true } {
  const { at, ...first } = (readConsent()?.analytics && kept()) || { ...ofThisPage(), at: 0 }
  return at > 0 ? { ...first, isAcrossVisits: true } : first
}

function kept(): (Visit & { at: number }) | null {
  try {
    const visit = JSON.parse(localStorage.getItem(visitKey) ?? 'null')
    return Date.now() - visit?.at < visitDays * 86_400_000 ? visit : null
  } catch {
    return null
  }
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
