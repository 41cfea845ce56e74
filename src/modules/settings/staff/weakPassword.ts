import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { companyOf, findCompany } from '../company/stored.queries.ts'

const lengthMin = 12

/** Minimum number of characters besides guessable words. */
const ownLettersMin = 8

/** The most common passwords of at least 12 characters among ten million leaked passwords (data/README.md). */
const common = new Set(
  readFileSync(path.join(import.meta.dirname, '../../../../data/common-passwords.txt'), 'utf8').split('\n'),
)

/** Words that an attacker guesses first. */
const tried =
  'password admin administrator amministratore benvenuto welcome changeme letmein iloveyou qwerty salento puglia transfer taxi noleggio conducente autista prenotazioni gestionale'.split(
    ' ',
  )

/** Throws HttpError 422 for a password that is short, common or easy to guess from the site or the username. */
export async function refuseWeak(
  sql: Sql | Tx,
  { username, password }: { username: string; password: string },
  { site }: Context,
): Promise<void> {
  const message =
    password.length < lengthMin
      ? 'Scegli una password di almeno 12 caratteri'
      : isCommon(password)
        ? 'Questa password è troppo comune: scegline un’altra'
        : isMadeOf([...tried, ...wordsIn(username), ...(await wordsOfSite(sql, site.origin))], password)
          ? 'Questa password si indovina dal sito o dal nome: aggiungi parole tue'
          : null
  if (message) throw new HttpError(422, `${message}.`, { errors: [{ path: 'password', message }] })
}

function isCommon(password: string): boolean {
  return common.has(password.toLowerCase()) || new Set(password).size < 4
}

/** Removes the words, longest first, and returns whether fewer than `ownLettersMin` characters remain. */
function isMadeOf(words: string[], password: string): boolean {
  const left = [...new Set(words)]
    .sort((one, other) => other.length - one.length)
    .reduce((text, word) => text.replaceAll(word, ''), plain(password))
  return left.length < ownLettersMin
}

/** Returns the words of company, city, e-mail addresses and domain, which the site makes public. */
async function wordsOfSite(sql: Sql | Tx, siteOrigin: string): Promise<string[]> {
  const { companyName, city, email, leadsEmail } = companyOf(await findCompany(sql))
  return [companyName, city, email, leadsEmail, new URL(siteOrigin).hostname].flatMap(wordsIn)
}

/** Returns the words of at least four characters. Shorter words are part of too many other words. */
function wordsIn(text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .map(plain)
    .filter((word) => word.length >= 4)
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
