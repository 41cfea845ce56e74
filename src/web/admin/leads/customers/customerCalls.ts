import { ListCustomers, ReadLeadCustomer } from '../../../../modules/leads/customers/contract.ts'

/**
 * Queries that a change of a customer makes outdated. `renew` compares beginnings, so the path of `ListCustomers` also
 * matches the query of a single customer.
 */
export const customerAnswers = [ListCustomers.http, ReadLeadCustomer.http, 'GET /api/admin/email-messages']

export const customerPath = (id: number) => `/admin/clienti/${id}/`
