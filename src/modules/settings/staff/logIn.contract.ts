import { type Static, Type } from '@sinclair/typebox'
import { Id, Maybe, Moment, Nullable, titled } from '../../../kernel/field.ts'
import { act, command, internalCommand, internalQuery } from '../../../kernel/message.ts'
import { SignedIn } from './contract.ts'

// For `POST /api/admin/login` the API process runs `CountLogin`, `CheckPassword` and `LogIn`, in this order.

const nothing = Type.Object({})

const Credentials = Type.Object({
  /** As typed, because an account of an earlier version may have a name with invisible characters. */
  username: Type.String({ minLength: 1, maxLength: 50, isVerbatim: true, message: 'Inserisci lo username' }),
  password: Type.String({
    minLength: 1,
    maxLength: 200,
    message: 'Inserisci la password',
    isVerbatim: true,
  }),
  /** Six digits from the authenticator app, or a recovery code. */
  code: Maybe(40),
})

/** A browser that has logged in to the account before, according to its signed cookie. */
export const Device = Type.Object({
  adminUserId: Id,
  deviceId: Type.String({ format: 'uuid' }),
  stamp: Type.String({ maxLength: 22 }),
})
export type Device = Static<typeof Device>

/** A new session. `stamp` is the `passwordStamp` of the account. */
const Started = Type.Object({ id: Type.String(), adminUser: SignedIn, stamp: Type.String() })

/** Seconds until the next attempt is allowed; 0 if this attempt is allowed. */
const retryAfterSeconds = Type.Integer({ minimum: 0 })

/**
 * `tryId` is null if the caller must wait; `adminUserId` is null for an unknown name. `deviceId` is null unless the browser
 * is known. `failures` counts the recent failures of the browser if it is known, otherwise of its IP address.
 */
export const CountLogin = internalCommand(
  'settings:countLogin',
  Type.Object({ ...Credentials.properties, devices: Type.Array(Device) }),
  Type.Object({
    retryAfterSeconds,
    tryId: Nullable(Id),
    adminUserId: Nullable(Id),
    deviceId: Nullable(Type.String()),
    failures: Type.Integer(),
  }),
  { isReplySecret: true },
)

/** Deletes an attempt that the API process could not check because of an error. */
export const ForgetLoginTry = internalCommand('settings:forgetLoginTry', Type.Object({ tryId: Id }), nothing)

/** Returns the stored hash if the password is right, otherwise null after the same time. */
export const CheckPassword = internalQuery(
  'settings:checkPassword',
  Type.Object({ adminUserId: Nullable(Id), password: Credentials.properties.password }),
  Type.Object({ fitting: Nullable(Type.String()) }),
)

export const loggedIn = act('settings:loggedIn', 'Accesso al pannello', {
  fields: { isByLink: 'Con un link', secondFactor: 'Verifica in due passaggi' },
})

/**
 * `fitting` is the hash from `CheckPassword`. Throws HttpError 401 for a wrong or changed password, and for an account
 * that may not log in. The session is null if the code is missing, wrong or not checked yet.
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
  Type.Object({ session: Nullable(Started), retryAfterSeconds }),
  { acts: [loggedIn], isReplySecret: true },
)

/** The response sets the session cookie. */
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
      /** True if the password is right, but the code is missing, wrong or not checked yet. */
      needsCode: Type.Boolean(),
    }),
  },
)

export const loginLinkMade = act('settings:loginLinkMade', 'Link di accesso creato')

export const MakeLoginLink = command(
  'POST /api/admin/login-links',
  'operatore',
  Type.Object({ adminUserId: titled('Account', Id) }),
  Type.Object({ url: Type.String(), expiresAt: Moment }),
  {
    acts: [loginLinkMade],
    status: 201,
    isReplySecret: true,
    summary: 'A link that logs in a driver once; it replaces the previous one',
  },
)

const Link = Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) })

/** Throws HttpError 410 for a used, replaced or expired link, and for an account that may not log in by a link. */
export const LogInByLink = internalCommand(
  'settings:logInByLink',
  Type.Object({ ...Link.properties, userAgent: Maybe(400), earlierSessionId: Maybe(40) }),
  Started,
  { acts: [loggedIn], isReplySecret: true },
)

/** The response sets the session cookie. */
export const LogInByLinkCall = command(
  'POST /api/admin/login-links/use',
  'public',
  Link,
  Type.Object({ adminUser: SignedIn }),
  {
    limit: { bucket: 'loginLinks', max: 20, seconds: 600 },
    summary: 'Logs in a driver by a link: sets the session cookie; 410 for a used, replaced or expired link',
  },
)

export const adminUserUnlocked = act('settings:adminUserUnlocked', 'Accesso sbloccato')

export const UnlockAdminUser = command(
  'POST /api/admin/admin-users/:id/unlock',
  'superAdmin',
  Type.Object({ id: Id }),
  nothing,
  {
    acts: [adminUserUnlocked],
    status: 204,
    summary: 'Deletes the failed log-ins of an account, so that its user can log in immediately',
  },
)
