import type { Context } from '../../../kernel/context.ts'
import { decodedText } from '../../../kernel/sitePath.ts'
import { readerOf, type Tx } from '../../../platform/db.ts'
import { pageAddress } from '../pages/fixed.queries.ts'
import { hasPageAt } from '../pages/page.queries.ts'
import { newAddress, oldAddress, type Rule, type RuleBook } from './rules.ts'

// The form and the import check redirects with these functions. Faults are Italian sentences.

type OldAddress = { address: string; fault?: undefined } | { address: null; fault: string }

/** Returns the stored form of an entered old address: a path or a URL on this site. */
export function oldAddressIn(text: string, siteOrigin: string): OldAddress {
  if (text.includes('#'))
    return { address: null, fault: 'Quello che segue # resta nel browser e non arriva al sito: toglilo' }
  const address = isAddress(text) ? oldAddress(text, siteOrigin) : null
  return address !== null && isPublic(address)
    ? { address }
    : { address: null, fault: 'Inserisci un indirizzo di questo sito, per esempio /tratte/vecchia/' }
}

export const newAddressFault = 'Inserisci l’indirizzo nuovo, su questo sito'

/** Returns the stored form of an entered target: a path or a URL on this site. Null for other texts. */
export function newAddressIn(text: string, siteOrigin: string): string | null {
  const address = isAddress(text) ? newAddress(text, siteOrigin) : null
  return address !== null && isPublic(address) ? address : null
}

const isAddress = (text: string) => text.startsWith('/') || /^https?:\/\//i.test(text)

const isPublic = (address: string) => !/^\/(api|admin)(\/|$)/.test(address)

/**
 * Returns why a page would hide the redirect, or the redirect a page; null if neither happens. Pages come before redirects,
 * except before those with parameters, which the page must not use.
 */
export async function pageInstead(tx: Tx, fromPath: string, context: Context): Promise<string | null> {
  const [path = '', query = ''] = fromPath.split('?')
  if (query) {
    const asked = new URLSearchParams(query)
    const { path: _, lang: __, ...used } = pageAddress(context, decodedText(path), (name) => asked.get(name))
    const [name] = Object.keys(used)
    return name ? `La pagina ${path} usa il parametro «${name}»: il reindirizzamento la nasconderebbe.` : null
  }
  return (await hasPageAt(readerOf(tx), decodedText(path), context))
    ? `A ${path} c’è una pagina del sito: il reindirizzamento non avrebbe effetto.`
    : null
}

interface Settled {
  /** The rule, with the end of its way as target. */
  rule: Rule
  /** Rules that led to this one, with their new targets. */
  longer: Rule[]
}

/** Puts a rule into the book, so that no rule leads to another. Returns the fault, and changes nothing, if it cannot. */
export function settle(rules: RuleBook, asked: Rule): Settled | { fault: string; isLoop: boolean } {
  const before = rules.withId(asked.id)
  rules.set(asked)
  const way = asked.toPath === null ? null : rules.way(asked.toPath)
  const isLoop = way !== null && (way.isLoop || way.through.some(({ id }) => id === asked.id))
  if (way && (isLoop || way.toPath === null)) {
    rules.drop(asked.id)
    if (before) rules.set(before)
    const back = way.through.findIndex(({ id }) => id === asked.id) + 1
    const through = back > 0 ? way.through.slice(0, back) : way.through
    const names = [asked, ...through].map(({ fromPath }) => fromPath)
    return isLoop
      ? { fault: `Il reindirizzamento porterebbe in un giro senza fine: ${names.join(' → ')}`, isLoop }
      : { fault: `L’indirizzo nuovo risulta rimosso (410): ${names.join(' → ')}`, isLoop }
  }
  const rule = { ...asked, toPath: way?.toPath ?? null }
  rules.set(rule)
  const longer = rules.leadingTo(rule.fromPath).flatMap((one): Rule[] => {
    const { through, toPath } = rules.way(one.toPath ?? '')
    return through.some(({ id }) => id === rule.id)
      ? [{ ...one, toPath, statusCode: toPath === null ? 410 : 301 }]
      : []
  })
  for (const one of longer) rules.set(one)
  return { rule, longer }
}

export const columnsOf = ({ fromPath, toPath, statusCode }: Rule) => ({
  from_path: fromPath,
  to_path: toPath,
  status_code: statusCode,
})
