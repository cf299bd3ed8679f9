/** How the API says no: a status, a type, a sentence, and the body they travel in. */

export type ErrorType =
	| 'invalid_request_error'
	| 'authentication_error'
	| 'permission_error'
	| 'not_found_error'
	| 'request_too_large'
	| 'rate_limit_error'
	| 'api_error'
	| 'overloaded_error';

export class Refusal extends Error {
	readonly status: number;
	readonly type: ErrorType;
	readonly details: Readonly<Record<string, unknown>> | null;

	constructor(
		status: number,
		type: ErrorType,
		message: string,
		details: Readonly<Record<string, unknown>> | null = null
	) {
		super(message);
		this.status = status;
		this.type = type;
		this.details = details;
	}
}

/** The usual no: status 400. */
export function badRequest(message: string): Refusal {
	return new Refusal(400, 'invalid_request_error', message);
}

export function errorBody(refusal: Refusal, requestId: string): string {
	const error = {
		type: refusal.type,
		message: refusal.message,
		...(refusal.details ? { details: refusal.details } : {})
	};
	return JSON.stringify({ type: 'error', error, request_id: requestId });
}
