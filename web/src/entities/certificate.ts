/** Returns `true` if a certificate was valid until a time that has passed; without such a time it never does. */
export const hasExpired = (until: string | null): boolean => until !== null && Date.parse(until) <= Date.now();
