import { defineModule } from '../../kernel/module.ts'
import * as activeAnalytics from './analytics/activeAnalytics.ts'
import * as configurations from './analytics/configurations.ts'
import * as companyQueries from './company/company.queries.ts'
import * as company from './company/company.ts'
import * as consents from './consent/consents.ts'
import { oldConsents } from './consent/retention.ts'
import * as grantList from './grants/grantList.ts'
import * as grants from './grants/grants.ts'
import * as siteQueries from './site/site.queries.ts'
import * as siteSettings from './site/siteSettings.ts'
import * as account from './staff/account.ts'
import * as adminUsers from './staff/adminUsers.ts'
import * as logIn from './staff/logIn.ts'
import * as logInTries from './staff/logInTries.ts'
import * as loginLinks from './staff/loginLinks.ts'
import * as sessions from './staff/sessions.ts'
import { logOut, oldAccess } from './staff/sessions.ts'
import * as signInRules from './staff/signInRules.ts'
import * as savedViews from './views/savedViews.ts'

export const settings = defineModule({
  files: [
    configurations,
    activeAnalytics,
    company,
    companyQueries,
    consents,
    grants,
    grantList,
    siteSettings,
    siteQueries,
    account,
    adminUsers,
    logIn,
    logInTries,
    loginLinks,
    sessions,
    signInRules,
    savedViews,
  ],
  // The API process mounts `logOut` with a separate route, because the response also deletes the cookie.
  unmounted: [logOut],
  purges: { purgeConsents: oldConsents, purgeSessions: oldAccess },
})

export { readActiveAnalytics } from './analytics/activeAnalytics.ts'
export { readCompany, readServiceRules } from './company/company.queries.ts'
export { promiseAt } from './company/sentences.contract.ts'
export { readMcpAccess, readSiteMode } from './site/site.queries.ts'
export { createAdminUser } from './staff/adminUsers.ts'
export { LogInByLinkCall, LogInCall } from './staff/logIn.contract.ts'
export { checkPassword, logIn } from './staff/logIn.ts'
export { countLogin, forgetLoginTry } from './staff/logInTries.ts'
export { logInByLink } from './staff/loginLinks.ts'
export { ReadRoles, roleCallsOf } from './staff/roles.contract.ts'
export { findSession, logOut, touchSession } from './staff/sessions.ts'
