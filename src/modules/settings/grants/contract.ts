import { type Static, Type } from '@sinclair/typebox'
import { Id, listOf, Moment, Nullable, titled } from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'
import { everyRole } from '../../../kernel/role.ts'

// A grant lets a person or a program in without a password: sessions, notifications, calendars and links.

const ById = Type.Object({ id: Type.String({ format: 'uuid', message: 'Accesso non valido' }) })

export const Grant = Type.Object({
  id: Type.String(),
  kind: titled(
    'Tipo',
    Type.Union([
      Type.Literal('session'),
      Type.Literal('push'),
      Type.Literal('calendar'),
      Type.Literal('loginLink'),
    ]),
  ),
  /** Username of the account, or name of the driver for the calendar with only that driver's trips. */
  owner: Type.String(),
  /** Null for the calendar of a driver. */
  adminUserId: Nullable(Id),
  /** True for the caller's own grants, the calendar of the own trips included. */
  isOwn: Type.Boolean(),
  /** True for the session of this call, and for the notifications of its browser. */
  isCurrent: Type.Boolean(),
  userAgent: Nullable(Type.String()),
  /** Network of the last use, such as `198.51.100` or `2001:db8:7`. */
  network: Nullable(Type.String()),
  createdAt: Moment,
  usedAt: Nullable(Moment),
  expiresAt: Nullable(Moment),
})
export type Grant = Static<typeof Grant>

export const ListGrants = query('GET /api/admin/grants', everyRole, Type.Object({}), listOf(Grant), {
  tables: ['grants', 'admin_users'],
  summary: 'Open grants: the caller’s own, or all if the caller is a super admin',
})

export const grantEnded = act('settings:grantEnded', 'Accesso chiuso', { fields: { kind: 'Tipo' } })

export const EndGrant = command('DELETE /api/admin/grants/:id', everyRole, ById, Type.Object({}), {
  acts: [grantEnded],
  status: 204,
  summary: 'Ends a grant; with a session the notifications of its browser',
})

export const grantReopened = act('settings:grantReopened', 'Accesso riaperto', { fields: { kind: 'Tipo' } })

export const ReopenGrant = command('POST /api/admin/grants/:id/reopen', everyRole, ById, Type.Object({}), {
  acts: [grantReopened],
  status: 204,
  summary: 'Takes back the end of a calendar for ten minutes, so that its URL works again',
})

export const allGrantsEnded = act('settings:allGrantsEnded', 'Tutti gli accessi chiusi', {
  fields: { kinds: 'Tipi' },
})

export const EndAllGrants = command(
  'POST /api/admin/grants/end-all',
  everyRole,
  Type.Object({ adminUserId: titled('Account', Id) }),
  Type.Object({ ended: Type.Integer() }),
  {
    acts: [allGrantsEnded],
    summary:
      'Ends all grants of an account, the session of this call included: the caller’s own, or any if the caller is a super admin',
  },
)
