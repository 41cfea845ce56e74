import { type Static, Type } from '@sinclair/typebox'
import { ById, Id, listInput, listOf, Moment, Nullable, StaffRole, titled } from '../../../kernel/field.ts'
import { act, command, event, internalCommand, internalQuery, query } from '../../../kernel/message.ts'
import { everyRole } from '../../../kernel/role.ts'

const nothing = Type.Object({})

export const SignedIn = Type.Object({
  id: Id,
  username: Type.String(),
  role: StaffRole,
  isSuperAdmin: Type.Boolean(),
  hasTotp: Type.Boolean(),
})
export type SignedIn = Static<typeof SignedIn>

/** True if the account lacks a required second factor. The account may then only set up a second factor. */
const mustSetUpTotp = Type.Boolean()
/** True if another person entered the password. The account may then only choose a new password. */
const mustChoosePassword = Type.Boolean()

export const ReadSession = query(
  'GET /api/admin/session',
  'account',
  nothing,
  Type.Object({
    adminUser: SignedIn,
    /** Role as which the caller sees the panel; by default the role of the account. */
    seenAs: StaffRole,
    mustSetUpTotp,
    mustChoosePassword,
  }),
  { tables: ['admin_users'], summary: 'The account of the caller' },
)

/** `found` is null for an unknown, ended or expired session, and for a deactivated account. */
export const FindSession = internalQuery(
  'settings:findSession',
  Type.Object({ sessionId: Type.String({ maxLength: 40 }) }),
  Type.Object({
    found: Nullable(
      Type.Object({ id: Id, username: Type.String(), role: StaffRole, mustSetUpTotp, mustChoosePassword }),
    ),
    /** True if the recorded use is more than a minute old, so that `TouchSession` is due. */
    isDue: Type.Boolean(),
  }),
)

export const TouchSession = internalCommand(
  'settings:touchSession',
  Type.Object({ sessionId: Type.String({ maxLength: 40 }) }),
  nothing,
)

export const LogOut = command('POST /api/admin/logout', 'account', nothing, nothing, {
  status: 204,
  summary: 'Ends the session and removes its cookie',
})

const username = Type.String({
  maxLength: 50,
  // At least three characters between the blanks.
  pattern: '^\\s{0,50}\\S.{1,48}\\S\\s{0,50}$',
  message: 'Username deve essere almeno 3 caratteri',
  // `username.ts` refuses characters that other texts lose, because two names could otherwise look alike.
  isVerbatim: true,
})
const password = Type.String({
  minLength: 6,
  maxLength: 200,
  message: 'Password deve essere almeno 6 caratteri',
  isVerbatim: true,
  isSecret: true,
})

export const AdminUserForm = Type.Object({
  username: titled('Username', username),
  password: titled('Password', password),
  /** If omitted, `isSuperAdmin` decides between super admin and admin. */
  role: titled('Ruolo', Type.Optional(StaffRole)),
  isSuperAdmin: titled('Super Admin', Type.Optional(Type.Boolean())),
  isActive: titled('Account Attivo', Type.Boolean({ default: true })),
  /** If true, the owner must replace the entered password at the first log-in, within three days. */
  isFirstPassword: titled('Vale solo per il primo accesso', Type.Optional(Type.Boolean())),
})
export type AdminUserForm = Static<typeof AdminUserForm>

/** An empty or omitted password keeps the stored password. */
export const AdminUserChange = Type.Object({
  ...AdminUserForm.properties,
  password: titled(
    'Nuova password',
    Type.Optional(
      Type.Union([password, Type.Literal(''), Type.Null()], {
        message: 'Password deve essere almeno 6 caratteri',
        isVerbatim: true,
      }),
    ),
    { isSecret: true },
  ),
})

export const AdminUser = Type.Object({
  id: Id,
  username: Type.String(),
  role: StaffRole,
  isSuperAdmin: Type.Boolean(),
  isActive: Type.Boolean(),
  hasTotp: titled('Verifica in due passaggi', Type.Boolean()),
  /** Deadline for this account to replace a password that an administrator set; null if no change is due. */
  firstPasswordUntil: titled('Prima password valida fino al', Nullable(Moment)),
  createdAt: Moment,
  updatedAt: Moment,
})
export type AdminUser = Static<typeof AdminUser>

export const ListAdminUsers = query(
  'GET /api/admin/admin-users',
  'superAdmin',
  Type.Object({
    ...listInput('username', 'createdAt'),
    /** Username, compared without regard to case, as at log-in. */
    username: Type.Optional(Type.String({ maxLength: 50, isVerbatim: true })),
  }),
  listOf(
    Type.Object({
      ...AdminUser.properties,
      /** Failed log-ins of the last 15 minutes. */
      failedLogins: Type.Integer(),
    }),
  ),
)
export const ReadAdminUser = query('GET /api/admin/admin-users/:id', 'superAdmin', ById, AdminUser)
export const adminUserCreated = act('settings:adminUserCreated', 'Utente creato')

export const CreateAdminUser = command(
  'POST /api/admin/admin-users',
  'superAdmin',
  AdminUserForm,
  AdminUser,
  { acts: [adminUserCreated], status: 201 },
)
export const adminUserChanged = act('settings:adminUserChanged', 'Utente modificato', {
  fields: { passwordChanged: 'Password cambiata' },
})

export const SaveAdminUser = command(
  'PUT /api/admin/admin-users/:id',
  'superAdmin',
  Type.Object({ ...AdminUserChange.properties, id: Id, updatedAt: Moment }),
  AdminUser,
  { acts: [adminUserChanged] },
)
export const adminUserDeleted = act('settings:adminUserDeleted', 'Utente eliminato')

export const DeleteAdminUser = command('DELETE /api/admin/admin-users/:id', 'superAdmin', ById, nothing, {
  acts: [adminUserDeleted],
  status: 204,
})
export const secondFactorReset = act('settings:secondFactorReset', 'Verifica in due passaggi azzerata')

export const ResetTotp = command('DELETE /api/admin/admin-users/:id/totp', 'superAdmin', ById, nothing, {
  acts: [secondFactorReset],
  status: 204,
  summary: 'Removes the second factor of an account whose user has lost it',
})

export const passwordChanged = act('settings:passwordChanged', 'Password cambiata')

export const ChangePassword = command(
  'PUT /api/admin/account/password',
  'account',
  Type.Object({
    currentPassword: titled(
      'Password attuale',
      Type.String({
        minLength: 1,
        maxLength: 200,
        message: 'Inserisci la password attuale',
        isVerbatim: true,
        isSecret: true,
      }),
    ),
    password: titled('Nuova password', password),
  }),
  nothing,
  { acts: [passwordChanged], status: 204, limit: { bucket: 'password', max: 10, seconds: 900 } },
)

export const StartTotp = command(
  'POST /api/admin/account/totp',
  'account',
  Type.Object({ currentPassword: ChangePassword.input.properties.currentPassword }),
  Type.Object({ secret: Type.String(), uri: Type.String() }),
  {
    isReplySecret: true,
    limit: { bucket: 'password', max: 10, seconds: 900 },
    summary: 'Starts the set-up of a second factor; `uri` is the content of the QR code for the app',
  },
)

export const secondFactorStarted = act('settings:secondFactorStarted', 'Verifica in due passaggi attivata')

export const ConfirmTotp = command(
  'POST /api/admin/account/totp/confirm',
  'account',
  Type.Object({
    code: titled(
      'Codice mostrato dall’app',
      Type.String({ pattern: '^\\d{6}$', message: 'Inserisci le sei cifre del codice' }),
    ),
  }),
  Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
  { acts: [secondFactorStarted], isReplySecret: true, limit: { bucket: 'totp', max: 10, seconds: 900 } },
)

export const secondFactorEnded = act('settings:secondFactorEnded', 'Verifica in due passaggi tolta')

export const EndTotp = command(
  'POST /api/admin/account/totp/end',
  everyRole,
  Type.Object({ currentPassword: ChangePassword.input.properties.currentPassword }),
  nothing,
  { acts: [secondFactorEnded], status: 204, limit: { bucket: 'password', max: 10, seconds: 900 } },
)

/** A second factor that waits for the confirmation by its first code. */
export const secondFactorPrepared = event('settings:secondFactorPrepared', Type.Object({ adminUserId: Id }))
