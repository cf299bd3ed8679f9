/** Everything is being erased in another tab: this one begins anew, and what its composers keep as a page goes is not kept. */
export function leaveErased(): void {
	for (const going of ['pagehide', 'visibilitychange'])
		addEventListener(going, () => sessionStorage.clear());
	location.replace('/');
}
