import { refusal } from '../../../kernel/httpError.ts'
import { foldedName } from '../../../kernel/pasted.ts'

/**
 * Any character but those of a username: the letters of European languages and of Vietnamese, composed with their marks.
 * Leaves out the signs of phonetic scripts (`ɑ`) and the letters `ı` and `ĸ`, which look like others.
 */
const unfit = /[^a-zA-ZÀ-ÖØ-öø-İĲ-ķĹ-žƠơƯưȘ-țḀ-ẙẞẠ-ỹ0-9 ._@+'’-]/u

/**
 * Returns the username without blanks at the ends. Throws HttpError 422 for invisible characters and for letters that
 * look like others, such as the Cyrillic `а`, because somebody could pose as a colleague.
 */
export function usernameOf(typed: string): string {
  const username = typed.trim().normalize('NFC')
  if (foldedName(username) !== username)
    throw refusal('username', 'Lo username contiene caratteri invisibili o spazi speciali: scrivilo a mano.')
  // The compatibility form differs for letters such as the wide `ａ`.
  const strange = [...username].find((sign) => unfit.test(sign) || sign.normalize('NFKC') !== sign)
  if (strange !== undefined)
    throw refusal(
      'username',
      `Lo username può avere lettere latine, cifre, spazi e . _ - @ +: «${strange}» è un altro carattere, anche se gli somiglia.`,
    )
  return username
}
