import { type Static, Type } from '@sinclair/typebox'
import { Id, Maybe, Nullable } from '../../../kernel/field.ts'
import { command, internalCommand, internalQuery } from '../../../kernel/message.ts'
import { SignedIn } from './contract.ts'

// The steps of a log-in, run in order by the host for `POST /api/admin/login`.

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

/** A browser that logged in to an account before, from its signed cookie. */
export const Device = Type.Object({ adminUserId: Id, deviceId: Type.String({ format: 'uuid' }) })
export type Device = Static<typeof Device>

/** Seconds until the next attempt; 0 if this one may be checked. */
const retryAfterSeconds = Type.Integer({ minimum: 0 })

/** Counts an attempt before it is checked. `adminUserId` is null for an unknown name. */
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

/** An attempt that could not be checked is no failure. */
export const ForgetLoginTry = internalCommand('settings:forgetLoginTry', Type.Object({ tryId: Id }), nothing)

/** Returns the stored hash if the password matches, otherwise null after the same time. */
export const CheckPassword = internalQuery(
  'settings:checkPassword',
  Type.Object({ adminUserId: Nullable(Id), password: Credentials.properties.password }),
  Type.Object({ fitting: Nullable(Type.String()) }),
)

/**
 * `fitting` comes from `CheckPassword`: a password that was changed meanwhile is refused. The browser's previous
 * session ends. Without a session the password was right and the code is missing, wrong or was tried too often.
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

/** The log-in over HTTP; the session token goes into a cookie. */
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
      /** Name and password were right; `code` is missing or wrong. */
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
