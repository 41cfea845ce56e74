import { ListCustomers, ReadLeadCustomer } from '../../../../modules/leads/customers/contract.ts'

/** Queries that a change of a customer makes outdated. The first also begins the URL of one customer. */
export const customerAnswers = [ListCustomers.http, ReadLeadCustomer.http, 'GET /api/admin/email-messages']
