import type { Context } from '../../../kernel/context.ts'
import { modelsBeside } from '../../../kernel/readModel.ts'
import { decodedText } from '../../../kernel/sitePath.ts'
import { readerOf, type Tx } from '../../../platform/db.ts'
import { newAddress, oldAddress, type Rule, type RuleBook } from '../addresses/rules.queries.ts'
import { pageAddress } from '../pages/fixed.queries.ts'
import { hasPageAt } from '../pages/page.queries.ts'

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

/** The commands of redirects change no page, so they ask the pages that the process has in memory. */
const pagesOf = (tx: Tx) => modelsBeside(tx) ?? readerOf(tx)

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
  return (await hasPageAt(pagesOf(tx), decodedText(path), context))
    ? `A ${path} c’è una pagina del sito: il reindirizzamento non avrebbe effetto.`
    : null
}

/**
 * Drops from the book the rules on the way of a target that a page hides, such as the 410 of a route that exists again:
 * visitors stay at the page.
 */
async function dropHidden(tx: Tx, rules: RuleBook, target: string, context: Context): Promise<void> {
  for (const { id, fromPath } of rules.way(target).through)
    if (!fromPath.includes('?') && (await hasPageAt(pagesOf(tx), decodedText(fromPath), context))) {
      rules.drop(id)
      return dropHidden(tx, rules, target, context)
    }
}

interface Settled {
  /** The rule, with the end of its way as target. */
  rule: Rule
  /** Rules that led to this one, with their new targets. */
  longer: Rule[]
}

interface Unsettled {
  fault: string
  isLoop: boolean
}

/**
 * Puts a rule into the book, so that no rule leads to another, except one that a page hides. Returns the fault, without the
 * rule in the book, if it cannot.
 */
export async function settle(
  tx: Tx,
  rules: RuleBook,
  asked: Rule,
  context: Context,
): Promise<Settled | Unsettled> {
  if (asked.toPath !== null) await dropHidden(tx, rules, asked.toPath, context)
  const before = rules.withId(asked.id)
  rules.set(asked)
  const settled = settledIn(rules, asked)
  if ('fault' in settled) {
    rules.drop(asked.id)
    if (before) rules.set(before)
  } else for (const one of settled.longer) rules.set(one)
  return settled
}

/** Changes only the rule itself in the book. */
function settledIn(rules: RuleBook, asked: Rule): Settled | Unsettled {
  const way = asked.toPath === null ? null : rules.way(asked.toPath)
  if (way && (way.isLoop || way.through.some(({ id }) => id === asked.id)))
    return circle(asked, [asked, ...way.through])
  if (way?.toPath === null)
    return {
      fault: `L’indirizzo nuovo risulta rimosso (410): ${names([asked, ...way.through])}`,
      isLoop: false,
    }
  const rule = { ...asked, toPath: way?.toPath ?? null }
  rules.set(rule)
  const leading = rules
    .leadingTo(rule.fromPath)
    .map((one) => ({ one, way: rules.way(one.toPath ?? '') }))
    .filter(({ way }) => way.through.some(({ id }) => id === rule.id))
  // An earlier rule can begin a circle that starts only with its parameters.
  const [closed] = leading.filter(({ way }) => way.isLoop)
  if (closed) return circle(asked, closed.way.through)
  const longer = leading.map(
    ({ one, way: { toPath } }): Rule => ({ ...one, toPath, statusCode: toPath === null ? 410 : 301 }),
  )
  return { rule, longer }
}

/** Returns the fault for a way that comes back to a rule, and names the rules from there on. */
function circle({ id }: Rule, through: Rule[]): Unsettled {
  const start = through.findIndex((one) => one.id === id)
  const back = through.findIndex((one, index) => index > start && one.id === id)
  const round = through.slice(Math.max(0, start), back < 0 ? undefined : back + 1)
  return { fault: `Il reindirizzamento porterebbe in un giro senza fine: ${names(round)}`, isLoop: true }
}

const names = (rules: Rule[]) => rules.map(({ fromPath }) => fromPath).join(' → ')

export const columnsOf = ({ fromPath, toPath, statusCode }: Rule) => ({
  from_path: fromPath,
  to_path: toPath,
  status_code: statusCode,
})
