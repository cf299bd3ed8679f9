/** What erasing everything has come to. */

/** What is erased, by what a person knows of it. */
export type Erasable = 'sessions' | 'key' | 'unsent' | 'index' | 'copies' | 'app';

/**
 * `busy`: nothing is erased yet, because a copy is being made or restored. `left`: the browser refused to remove this, or
 * did not answer; all else is gone.
 */
export type Erased =
	| { readonly status: 'erased' | 'busy' }
	| { readonly status: 'left'; readonly left: readonly Erasable[] };
