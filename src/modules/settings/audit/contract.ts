/** Labels of the actions of this module in the audit log. */
export const settingsActions = {
  'settings:adminUserChanged': 'Utente modificato',
  'settings:adminUserCreated': 'Utente creato',
  'settings:adminUserDeleted': 'Utente eliminato',
  'settings:adminUserUnlocked': 'Accesso sbloccato',
  'settings:allGrantsEnded': 'Tutti gli accessi chiusi',
  'settings:analyticsChanged': 'Google Analytics modificato',
  'settings:analyticsCreated': 'Google Analytics aggiunto',
  'settings:analyticsDeleted': 'Google Analytics eliminato',
  'settings:companyChanged': 'Dati aziendali modificati',
  'settings:grantEnded': 'Accesso chiuso',
  'settings:grantReopened': 'Accesso riaperto',
  'settings:loggedIn': 'Accesso al pannello',
  'settings:loginLinkMade': 'Link di accesso creato',
  'settings:passwordChanged': 'Password cambiata',
  'settings:personErased': 'Dati di una persona cancellati',
  'settings:secondFactorEnded': 'Verifica in due passaggi tolta',
  'settings:secondFactorReset': 'Verifica in due passaggi azzerata',
  'settings:secondFactorStarted': 'Verifica in due passaggi attivata',
  'settings:signInRulesChanged': 'Regole di accesso modificate',
  'settings:siteModeChanged': 'Sito online o in manutenzione',
}

type Acts = Record<keyof typeof settingsActions, string>

declare module '../../../kernel/audit.ts' {
  interface AuditedActs extends Acts {}
}
