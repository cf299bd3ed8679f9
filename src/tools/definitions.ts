import type { ToolDefinition } from '#core/log/blocks.ts';
import type { OwnTool } from '#core/log/own-tools.ts';
import { editMemoryDefinition } from '#tools/edit-memory.ts';
import type { Described } from '#tools/input.ts';
import { openTurnsDefinition } from '#tools/open-turns.ts';
import { readMemoryDefinition } from '#tools/read-memory.ts';
import { recallDefinition } from '#tools/recall.ts';
import { saveMemoryDefinition } from '#tools/save-memory.ts';

/** What a model may call. Always sent unchanged and in this order (INV-37): a changed tool would end the epoch. */
export const definitions = {
	save_memory: saveMemoryDefinition,
	recall: recallDefinition,
	read_memory: readMemoryDefinition,
	edit_memory: editMemoryDefinition,
	open_turns: openTurnsDefinition
} satisfies Readonly<Record<OwnTool, Described>>;

export const toolDefinitions: readonly ToolDefinition[] = Object.entries(definitions).map(
	([name, described]) => ({ name, ...described })
);
