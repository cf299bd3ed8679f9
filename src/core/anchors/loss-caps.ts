/** How long a report of what was lost may be. */
export interface LossCaps {
	readonly items: number;
	readonly perKind: number;
}

export const lossCaps: LossCaps = { items: 80, perKind: 20 };

/** Whether more may have been lost than a report names: it is full, or one kind in it is. */
export function isFull(report: readonly { readonly kind: string }[]): boolean {
	const perKind = new Map<string, number>();
	for (const { kind } of report) perKind.set(kind, (perKind.get(kind) ?? 0) + 1);
	return report.length >= lossCaps.items || Math.max(...perKind.values()) >= lossCaps.perKind;
}
