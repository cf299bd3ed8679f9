/** As much of Trusted Types as we use; only some browsers check them, and the types of the platform do not know them yet. */
interface TrustedAddresses {
	readonly trustedTypes?: {
		createPolicy(
			name: string,
			rules: { readonly createScriptURL: (url: string) => string }
		): { createScriptURL(url: string): unknown };
	};
}
