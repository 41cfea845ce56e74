import { timingSafeEqual } from 'node:crypto'
import { signatureOf } from '../../secret.ts'
import { siteOrigin } from '../../site.ts'

/** The page where a customer sees how far the request is: for whoever has the link, and nobody can guess one. */
export function statusLink({ code }: { code: string }): string {
  return `${siteOrigin()}/richiesta/${code}-${signatureOf(`lead ${code}`)}/`
}

/** The code in a token whose signature is ours, compared in constant time; null for any other text. */
export function codeOf(token: string): string | null {
  const [, code = '', signature = ''] = token.match(/^([2-9A-HJKMNP-Z]{6})-([A-Za-z0-9_-]{22})$/) ?? []
  const given = Buffer.from(signature)
  const right = Buffer.from(signatureOf(`lead ${code}`))
  return given.length === right.length && timingSafeEqual(given, right) ? code : null
}
