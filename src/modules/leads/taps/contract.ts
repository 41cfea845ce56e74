import { Type } from '@sinclair/typebox'
import { Moment, Nullable } from '../../../kernel/field.ts'
import { command, query } from '../../../kernel/message.ts'
import { SentProvenance } from '../provenance/contract.ts'

// Counts taps on phone and WhatsApp links, and stores the codes that the site puts into WhatsApp messages.

/** Path without query or personal data. Must not start with `//`, because staff open the path as a link. */
const pagePath = Type.String({
  maxLength: 200,
  pattern: '^/(?!/)[a-z0-9/-]*$',
  message: (t) => t('check.page'),
})

/** Uses the alphabet of lead codes, which avoids letters that staff could confuse. */
export const TapCode = Type.String({ pattern: '^[2-9A-HJKMNP-Z]{6}$', message: (t) => t('check.code') })

export const CountTap = command(
  'POST /api/taps',
  'public',
  Type.Object({
    kind: Type.Union([Type.Literal('call'), Type.Literal('whatsapp')]),
    path: pagePath,
    /** Code that the page appends to the WhatsApp message. */
    code: Type.Optional(TapCode),
    provenance: Type.Optional(SentProvenance),
  }),
  Type.Object({}),
  {
    status: 204,
    limit: { bucket: 'taps', max: 30, seconds: 600 },
    summary: 'Counts a tap on a phone or WhatsApp link, per day and page; a WhatsApp message may have a code',
  },
)

export const ReadTap = query(
  'GET /api/admin/taps/:code',
  'operatore',
  Type.Object({
    code: Type.String({ pattern: '^[2-9A-HJKMNP-Za-hjkmnp-z]{6}$', message: (t) => t('check.code') }),
  }),
  Type.Object({
    code: Type.String(),
    /** Page of the tap. If it is a route's page, `departure` and `destination` are the places of the route. */
    path: Type.String(),
    departure: Nullable(Type.String()),
    destination: Nullable(Type.String()),
    tappedAt: Moment,
  }),
  { summary: 'The page from which a WhatsApp message with this code came, if no lead has the code yet' },
)
