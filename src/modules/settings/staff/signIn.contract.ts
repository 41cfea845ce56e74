import { type Static, Type } from '@sinclair/typebox'
import { Moment, titled } from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'

export const SignInRules = Type.Object({
  /** If true, an account without a second factor can only set up a second factor. */
  isSecondFactorRequired: Type.Boolean(),
  /** Active accounts without a second factor. */
  withoutFactor: Type.Integer(),
  /** Time of the last change; the Unix epoch before the first change. */
  updatedAt: Moment,
})
export type SignInRules = Static<typeof SignInRules>

export const ReadSignInRules = query(
  'GET /api/admin/sign-in-rules',
  'superAdmin',
  Type.Object({}),
  SignInRules,
)

export const signInRulesChanged = act('settings:signInRulesChanged', 'Regole di accesso modificate')

export const SaveSignInRules = command(
  'PUT /api/admin/sign-in-rules',
  'superAdmin',
  Type.Object({
    isSecondFactorRequired: titled('Verifica in due passaggi obbligatoria', Type.Boolean()),
    updatedAt: Moment,
  }),
  SignInRules,
  {
    acts: [signInRulesChanged],
    summary: 'Requires a second factor of all accounts; 409 if the caller has none',
  },
)
