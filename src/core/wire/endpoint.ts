/** Where an endpoint is: memory files of scope `local` go only to this device or the network it is in. */

/**
 * Host with port of a base URL, lower case, e.g. `api.anthropic.com` or `localhost:11434`; empty when it is none, and
 * when it names somebody in front of the host or is written with signs that browsers read as the end of a host: the
 * telephone, which reads it as a URL, would call another host than the one named here.
 */
export const hostOf = (endpoint: string): string =>
	/^https?:\/\/([^\s/?#@\\]+)(?:[/?#]|$)/i.exec(endpoint.trim())?.[1]?.toLowerCase() ?? '';

/** Whether a base URL names this device or a private network (RFC 1918, RFC 4193, link-local, `.local`). */
export function isLocalEndpoint(endpoint: string): boolean {
	const host = hostOf(endpoint).replace(/:\d+$/, '');
	return (
		/^(localhost|[\w-]+\.localhost|[\w.-]+\.local|\[::1\])$/.test(host) ||
		/^(127|10)(\.\d{1,3}){3}$/.test(host) ||
		/^(192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))(\.\d{1,3}){2}$/.test(host) ||
		/^\[f([cd][0-9a-f]|e[89ab])[0-9a-f]:[0-9a-f:.]*\]$/.test(host)
	);
}
