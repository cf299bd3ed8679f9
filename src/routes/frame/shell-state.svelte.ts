import { createContext } from 'svelte';
import { Drawer } from '#ui/shell/drawer.svelte.ts';

/** What the sidebar, which stays, and the frame of the screen beside it both know. */
export class ShellState {
	readonly drawer = new Drawer();
	/** What lies over the screen. */
	over: 'none' | 'palette' | 'shortcuts' = $state('none');
}

export const [shellState, provideShellState] = createContext<ShellState>();
