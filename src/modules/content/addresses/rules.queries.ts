import { foldedName } from '../../../kernel/pasted.ts'
import {
  decodableUrl,
  decodedText,
  encodedPath,
  type Parameter,
  parametersOf,
  sitePath,
  siteUrl,
  withQuery,
} from '../../../kernel/sitePath.ts'

// A rule's old address is a path, or a path with parameters. Without parameters it applies whatever the query is. With
// parameters it applies if the query contains them all, in any order. The rule with most parameters wins. Capital letters
// in the path do not count, as for pages; if two rules differ only in them, the rule with the letters of the URL wins.

export interface Rule {
  id: number
  fromPath: string
  /** Null if the page is gone (410). */
  toPath: string | null
  statusCode: 301 | 410
}

interface KnownRule extends Rule {
  /** Path without the query, in the form of `readPath`. */
  path: string
  parameters: Parameter[]
  /** Parameters of the target. */
  targetParameters: Parameter[]
}

/** Addresses must be shorter than this number of characters: nginx responds with 502 to 4 KB of headers. */
const addressMax = 2_000

/** Stands for the site's origin, because stored addresses have none. */
export const anyOrigin = 'https://site.invalid'

/** Adds the final slash, except after a file name. */
export function finalPath(path: string): string {
  return path.endsWith('/') || /\.[a-z0-9]{1,5}$/i.test(path) ? path : `${path}/`
}

/**
 * Returns whether an address is a path that is stored, read and compared as it is. Most are, and parsing thousands of
 * them as URLs takes a tenth of a second.
 */
export const isPlain = (address: string) =>
  address.length < addressMax &&
  /^\/[a-z0-9/-]*$/.test(address) &&
  address.endsWith('/') &&
  !address.includes('//')

/** Returns the path as the calls of pages receive it. */
const readPath = (decoded: string) => (isPlain(decoded) ? decoded : finalPath(foldedName(decoded)))
const foldedPath = (decoded: string) => readPath(decoded).toLowerCase()

const shortEnough = (address: string) => (address.length < addressMax ? address : null)

/**
 * Returns the stored form of an old address of this site: the encoded path, and the parameters sorted, because their order
 * does not count. Null if it is no address of this site.
 */
export function oldAddress(text: string, siteOrigin: string): string | null {
  const url = siteUrl(decodableUrl(text), siteOrigin)
  const path = url && encodedPath(decodedText(url.pathname), 'asked')
  return path ? shortEnough(finalPath(path) + sortedQuery(parametersOf(url.search))) : null
}

/** Returns the stored form of a target on this site: encoded path, query and fragment. Null for any other text. */
export function newAddress(text: string, siteOrigin: string): string | null {
  const path = sitePath(text, siteOrigin)
  const url = siteUrl(text, siteOrigin)
  return path === null || url === null ? null : shortEnough(finalPath(path) + url.search + url.hash)
}

/** Returns `?a=1&b=2` with sorted parameters; '' without parameters. */
export function sortedQuery(parameters: Pick<Parameter, 'name' | 'value'>[]): string {
  const texts = parameters.map(({ name, value }) => `${escaped(name)}=${escaped(value)}`)
  return texts.length > 0 ? `?${texts.sort().join('&')}` : ''
}

/** Lone surrogates cannot be escaped. */
const escaped = (text: string) => encodeURIComponent(text.toWellFormed())

/** Splits a stored address. `path` is decoded. */
function partsOf(address: string): { path: string; query: string; fragment: string | null } {
  if (isPlain(address)) return { path: address, query: '', fragment: null }
  const { pathname, search, hash } = new URL(address, anyOrigin)
  return { path: decodedText(pathname), query: search.slice(1), fragment: hash ? hash.slice(1) : null }
}

const isIn = ({ name, value }: Parameter, asked: Parameter[]) =>
  asked.some((one) => one.name === name && one.value === value)

interface Found {
  rule: Rule
  /** The query without the parameters of the rule. */
  rest: string
}

interface Way {
  /** The last target; null if it is gone (410) or if the way is a loop. */
  toPath: string | null
  /** Rules that the way goes through, in order. */
  through: Rule[]
  /** True if the way comes back to one of these rules. */
  isLoop: boolean
}

/** Rules of one folded path. */
interface RulesAtPath {
  /** Rules without parameters. */
  plain: KnownRule[]
  /** Rules with parameters, by the first of them: a path such as `/` can have thousands. */
  byParameter: Map<string, KnownRule[]>
}

const keyOf = ({ name, value }: Parameter) => `${name}=${value}`

/** Orders rules: the first one applies. */
const comesBefore = (one: KnownRule, other: KnownRule, path: string) =>
  other.parameters.length - one.parameters.length ||
  Number(other.path === path) - Number(one.path === path) ||
  one.id - other.id

/** Stored redirects that work, found by their old address and by their target. */
export class RuleBook {
  #byPath = new Map<string, RulesAtPath>()
  #byTarget = new Map<string, Set<KnownRule>>()
  #byId = new Map<number, KnownRule>()

  constructor(rules: Iterable<Rule> = []) {
    for (const rule of rules) this.set(rule)
  }

  /** Adds a rule, in place of the one with its id. */
  set(rule: Rule): void {
    this.drop(rule.id)
    const { path, query } = partsOf(rule.fromPath)
    const target = rule.toPath === null ? null : partsOf(rule.toPath)
    const known = {
      ...rule,
      path: readPath(path),
      parameters: parametersOf(query),
      targetParameters: parametersOf(target?.query ?? ''),
    }
    this.#rulesBeside(known).push(known)
    this.#byId.set(rule.id, known)
    if (target === null) return
    const folded = foldedPath(target.path)
    this.#byTarget.set(folded, (this.#byTarget.get(folded) ?? new Set()).add(known))
  }

  withId(id: number): Rule | undefined {
    return this.#byId.get(id)
  }

  drop(id: number): void {
    const known = this.#byId.get(id)
    if (!known) return
    this.#byId.delete(id)
    const beside = this.#rulesBeside(known)
    beside.splice(beside.indexOf(known), 1)
    if (known.toPath !== null) this.#byTarget.get(foldedPath(partsOf(known.toPath).path))?.delete(known)
  }

  /** Returns the list in which a rule belongs. */
  #rulesBeside({ path, parameters: [first] }: Pick<KnownRule, 'path' | 'parameters'>): KnownRule[] {
    const folded = foldedPath(path)
    const atPath = this.#byPath.get(folded) ?? { plain: [], byParameter: new Map<string, KnownRule[]>() }
    this.#byPath.set(folded, atPath)
    if (!first) return atPath.plain
    const beside = atPath.byParameter.get(keyOf(first)) ?? []
    atPath.byParameter.set(keyOf(first), beside)
    return beside
  }

  /** Returns the rule for a decoded path and a query; undefined if there is none. */
  at(path: string, query = ''): Found | undefined {
    const atPath = this.#byPath.get(foldedPath(path))
    if (!atPath) return undefined
    const asked = parametersOf(query)
    const started = asked.flatMap((one) => atPath.byParameter.get(keyOf(one)) ?? [])
    const fitting = [...atPath.plain, ...started].filter(({ parameters }) =>
      parameters.every((one) => isIn(one, asked)),
    )
    const [rule] = fitting.sort((one, other) => comesBefore(one, other, readPath(path)))
    if (!rule) return undefined
    if (rule.parameters.length === 0) return { rule, rest: query }
    const rest = asked.filter((one) => !isIn(one, rule.parameters)).map(({ text }) => text)
    return { rule, rest: rest.join('&') }
  }

  /** Returns whether a rule with parameters exists for a decoded path. */
  hasQueryAt(path: string): boolean {
    return (this.#byPath.get(foldedPath(path))?.byParameter.size ?? 0) > 0
  }

  /** Returns the rule from this stored address, of which the path may have other capital letters. */
  from(address: string): Rule | undefined {
    const { path, query } = partsOf(address)
    const same = this.#rulesBeside({ path, parameters: parametersOf(query) }).filter(
      ({ parameters }) => sortedQuery(parameters) === (query && `?${query}`),
    )
    return same.find(({ fromPath }) => fromPath === address) ?? same[0]
  }

  /**
   * Returns the rules whose target may lead on to the rule from this stored address. A path such as `/` can be the target
   * of thousands of rules, so their ways are not followed.
   */
  leadingTo(address: string): Rule[] {
    const { path, query } = partsOf(address)
    const parameters = parametersOf(query)
    return [...(this.#byTarget.get(foldedPath(path)) ?? [])].filter(({ targetParameters }) =>
      parameters.every((one) => isIn(one, targetParameters)),
    )
  }

  /** Follows the rules from a stored target. */
  way(target: string): Way {
    const through: Rule[] = []
    for (let toPath = target; ; ) {
      const { path, query, fragment } = partsOf(toPath)
      const found = this.at(path, query)
      if (!found) return { toPath, through, isLoop: false }
      const isLoop = through.includes(found.rule)
      through.push(found.rule)
      if (isLoop || found.rule.toPath === null) return { toPath: null, through, isLoop }
      const next = locationOf(found.rule.toPath, found.rest)
      // A browser keeps the fragment if the next target has none.
      toPath = fragment !== null && !next.includes('#') ? `${next}#${fragment}` : next
    }
  }
}

/** Returns the `Location` for a rule's target and the rest of the visitor's query. */
export const locationOf = (toPath: string, rest: string) => withQuery(toPath, `?${rest}`)
