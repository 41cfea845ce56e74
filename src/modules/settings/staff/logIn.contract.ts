import { type Static, Type } from '@sinclair/typebox'
import { Id, Maybe, Nullable } from '../../../kernel/field.ts'
import { command, internalCommand, internalQuery } from '../../../kernel/message.ts'
import { SignedIn } from './contract.ts'

// The steps of a log-in (contract section 10). The host runs them one after the other for `POST /api/admin/login`.

const nothing = Type.Object({})

const Credentials = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 50, message: 'Inserisci lo username' }),
  password: Type.String({
    minLength: 1,
    maxLength: 200,
    message: 'Inserisci la password',
    isVerbatim: true,
  }),
  /** Six digits of the second factor, or a recovery code. */
  code: Maybe(40),
})

/** A browser that logged in to an account before, as its signed cookie says. */
export const Device = Type.Object({ adminUserId: Id, deviceId: Type.String({ format: 'uuid' }) })
export type Device = Static<typeof Device>

/** Seconds until the next try; 0 where this one may be judged. */
const retryAfterSeconds = Type.Integer({ minimum: 0 })

/** Counts a try before it is judged. `adminUserId` is null for a name that no account has. */
export const CountLogin = internalCommand(
  'settings:countLogin',
  Type.Object({ ...Credentials.properties, devices: Type.Array(Device) }),
  Type.Object({
    retryAfterSeconds,
    tryId: Nullable(Id),
    adminUserId: Nullable(Id),
    deviceId: Nullable(Type.String()),
  }),
  { isReplySecret: true },
)

/** A try that could not be judged is no failure. */
export const ForgetLoginTry = internalCommand('settings:forgetLoginTry', Type.Object({ tryId: Id }), nothing)

/** The stored hash that the password fits; null where none does, after the same time. */
export const CheckPassword = internalQuery(
  'settings:checkPassword',
  Type.Object({ adminUserId: Nullable(Id), password: Credentials.properties.password }),
  Type.Object({ fitting: Nullable(Type.String()) }),
)

/**
 * `fitting` is what `CheckPassword` found: a password that was changed meanwhile opens nothing. The session that the
 * same browser had before ends. Without a session the password was right and the code is missing or wrong, or codes
 * were tried too often.
 */
export const LogIn = internalCommand(
  'settings:logIn',
  Type.Object({
    tryId: Id,
    adminUserId: Nullable(Id),
    fitting: Nullable(Type.String()),
    code: Credentials.properties.code,
    userAgent: Maybe(400),
    earlierSessionId: Maybe(40),
    deviceId: Maybe(40),
  }),
  Type.Object({
    session: Nullable(Type.Object({ id: Type.String(), adminUser: SignedIn })),
    retryAfterSeconds,
  }),
  { isReplySecret: true },
)

/** The log-in as HTTP has it; the token of the session goes into a cookie. */
export const LogInCall = command(
  'POST /api/admin/login',
  'public',
  Credentials,
  Type.Object({ success: Type.Literal(true), adminUser: SignedIn }),
  {
    summary: 'Logs in: sets the session cookie',
    refusal: Type.Object({
      success: Type.Literal(false),
      error: Type.String(),
      /** Name and password were right, and `code` is missing or wrong. */
      needsCode: Type.Boolean(),
    }),
  },
)

export const UnlockAdminUser = command(
  'POST /api/admin/admin-users/:id/unlock',
  'superAdmin',
  Type.Object({ id: Id }),
  nothing,
  { status: 204, summary: 'Forgets the failed log-ins of an account, so that nobody has to wait' },
)
