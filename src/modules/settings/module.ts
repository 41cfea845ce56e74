import { defineModule } from '../../kernel/module.ts'
import * as analyticsCommands from './analytics/commands.ts'
import * as analyticsQueries from './analytics/queries.ts'
import * as companyCommands from './company/commands.ts'
import * as companyQueries from './company/queries.ts'
import * as consentCommands from './consent/commands.ts'
import * as grantsCommands from './grants/commands.ts'
import * as grantsQueries from './grants/queries.ts'
import * as siteCommands from './site/commands.ts'
import * as siteQueries from './site/queries.ts'
import * as staffAccount from './staff/account.ts'
import * as staffAdminUsers from './staff/adminUsers.ts'
import * as staffLogIn from './staff/logIn.ts'
import * as staffLogInTries from './staff/logInTries.ts'
import * as staffLoginLinks from './staff/loginLinks.ts'
import * as staffSessions from './staff/sessions.ts'
import { logOut, purgeSessions } from './staff/sessions.ts'
import * as staffSignInRules from './staff/signInRules.ts'
import * as viewsCommands from './views/commands.ts'

export const settings = defineModule({
  files: [
    analyticsCommands,
    analyticsQueries,
    companyCommands,
    companyQueries,
    consentCommands,
    grantsCommands,
    grantsQueries,
    siteCommands,
    siteQueries,
    staffAccount,
    staffAdminUsers,
    staffLogIn,
    staffLogInTries,
    staffLoginLinks,
    staffSessions,
    staffSignInRules,
    viewsCommands,
  ],
  // The API process mounts `logOut` with a separate route, because the response also deletes the cookie.
  unmounted: [logOut],
  purges: { purgeSessions },
})

export { readActiveAnalytics } from './analytics/queries.ts'
export { readCompany, readServiceRules } from './company/queries.ts'
export { promiseAt } from './company/sentences.contract.ts'
export { readMcpAccess, readSiteMode } from './site/queries.ts'
export { createAdminUser } from './staff/adminUsers.ts'
export { LogInByLinkCall, LogInCall } from './staff/logIn.contract.ts'
export { checkPassword, logIn } from './staff/logIn.ts'
export { countLogin, forgetLoginTry } from './staff/logInTries.ts'
export { logInByLink } from './staff/loginLinks.ts'
export { ReadRoles, roleCallsOf } from './staff/roles.contract.ts'
export { findSession, logOut, touchSession } from './staff/sessions.ts'
