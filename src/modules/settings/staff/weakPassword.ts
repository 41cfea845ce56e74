import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { companyOf, findCompany } from '../company/stored.queries.ts'

const lengthMin = 12

/** Minimum characters of a password that are not common words. */
const ownLettersMin = 8

/** The most common ones of 12 characters and more among ten million leaked passwords (data/README.md). */
const common = new Set(
  readFileSync(path.join(import.meta.dirname, '../../../../data/common-passwords.txt'), 'utf8').split('\n'),
)

/** Commonly guessed words, in general and for a transfer operator in Salento. */
const tried =
  'password admin administrator amministratore benvenuto welcome changeme letmein iloveyou qwerty salento puglia transfer taxi noleggio conducente autista prenotazioni gestionale'.split(
    ' ',
  )

/** Checks a new password beyond the form's minimum of 6 characters. Throws HttpError 422. */
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

/** Whether fewer than `ownLettersMin` characters remain without these words; longest first. */
function isMadeOf(words: string[], password: string): boolean {
  const left = [...new Set(words)]
    .sort((one, other) => other.length - one.length)
    .reduce((text, word) => text.replaceAll(word, ''), plain(password))
  return left.length < ownLettersMin
}

/** Returns company, city, mail addresses and host, as the site shows them. */
async function wordsOfSite(sql: Sql | Tx, siteOrigin: string): Promise<string[]> {
  const { companyName, city, email, leadsEmail } = companyOf(await findCompany(sql))
  return [companyName, city, email, leadsEmail, new URL(siteOrigin).hostname].flatMap(wordsIn)
}

/** Only words of four letters or more: shorter ones are part of too many others. */
function wordsIn(text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .map(plain)
    .filter((word) => word.length >= 4)
}

/** Lower-case letters and digits, without accents. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
