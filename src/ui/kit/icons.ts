/** Every drawing of the interface: strokes on a 24 × 24 sheet, one path each, because a message shows many of them. */

export const icons = {
	add: 'M12 5v14M5 12h14',
	archive: 'M4 5h16v4H4zM5.5 9v10h13V9M10 13h4',
	arrowDown: 'M12 5v14M6 13l6 6 6-6',
	arrowUp: 'M12 19V5M6 11l6-6 6 6',
	attach: 'M7.5 12.5l6-6a3 3 0 0 1 4.3 4.3l-7.6 7.6a4.8 4.8 0 0 1-6.8-6.8L11 4',
	back: 'M15 5l-7 7 7 7',
	branch: 'M7 4v9M7 17v3M17 4v4c0 4-10 3-10 9M5 20h4M5 4h4M15 4h4',
	chat: 'M5 5h14v11H11l-4.5 3.5V16H5z',
	check: 'M5 12.5l4.5 4.5L19 7',
	chevronDown: 'M6 9.5l6 6 6-6',
	chevronRight: 'M9.5 6l6 6-6 6',
	close: 'M6 6l12 12M18 6L6 18',
	copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
	device: 'M7 3h10v18H7zM11 18h2',
	download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
	edit: 'M5 19l1-4.5L16 4.5l3.5 3.5-10 10zM13.5 7l3.5 3.5',
	eye: 'M3 12c2.5-4.3 5.5-6 9-6s6.5 1.7 9 6c-2.5 4.3-5.5 6-9 6s-6.5-1.7-9-6zM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z',
	eyeOff:
		'M4 4l16 16M9 6.6c1-.4 2-.6 3-.6 3.5 0 6.5 1.7 9 6-.8 1.4-1.7 2.5-2.6 3.4M15.5 17.3c-1.1.5-2.3.7-3.5.7-3.5 0-6.5-1.7-9-6 1-1.7 2-3 3.2-3.9',
	file: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
	filter: 'M4 6h16M7 12h10M10 18h4',
	folder: 'M4 6h6l2 2.5h8V19H4z',
	history: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.5l3 2',
	inbox: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1 2.5h4l1-2.5h5',
	info: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 11v5.5M12 7.5v.1',
	key: 'M8 11a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM11 12.5L19 4.5M16 7.5l2.5 2.5',
	lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
	memory:
		'M6 4h11a1 1 0 0 1 1 1v15H7.5A1.5 1.5 0 0 1 6 18.5zM6 18.5A1.5 1.5 0 0 1 7.5 17H18M14 4v7l-2-1.5L10 11V4',
	menu: 'M4 7h16M4 12h16M4 17h10',
	more: 'M5.5 11.3a.7.7 0 1 1 0 1.4.7.7 0 0 1 0-1.4zM12 11.3a.7.7 0 1 1 0 1.4.7.7 0 0 1 0-1.4zM18.5 11.3a.7.7 0 1 1 0 1.4.7.7 0 0 1 0-1.4z',
	pin: 'M9 4h6l-.5 6 3 3.5h-11l3-3.5zM12 13.5V20',
	private: 'M4 4l16 16M6 5h13v11h-2M14 16h-3l-4.5 3.5V16H5V8',
	refresh: 'M19.5 11A8 8 0 0 0 5 8.5L4 10M4 5v5h5M4.5 13A8 8 0 0 0 19 15.5l1-1.5M20 19v-5h-5',
	remember: 'M7 4h10v16l-5-4-5 4zM12 7.5v5M9.5 10h5',
	search: 'M10.5 4.5a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM15 15l5 5',
	send: 'M12 19V5M6 11l6-6 6 6',
	settings:
		'M4 7h9M17 7h3M15 5a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM4 17h3M11 17h9M9 15a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
	stop: 'M7 7h10v10H7zM8.5 8.5h7v7h-7zM10 10h4v4h-4zM11.5 11.5h1v1h-1z',
	summary: 'M5 5h14M5 9.5h14M5 14h9M5 18.5h5',
	tool: 'M14.5 4.5a4.5 4.5 0 0 0-5 6L4 16l4 4 5.5-5.5a4.5 4.5 0 0 0 6-5l-3 3-3.5-1-1-3.5z',
	trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
	undo: 'M5 9h9.5a4.5 4.5 0 0 1 0 9H10M9 5L5 9l4 4',
	upload: 'M12 16V5M7 9.5l5-5 5 5M5 20h14',
	warning: 'M12 4l9 16H3zM12 10v5M12 17.5v.1'
} as const;

export type IconName = keyof typeof icons;

/** Drawings that point along the line of reading and turn round with it. */
export const turning: ReadonlySet<IconName> = new Set<IconName>(['back', 'chevronRight', 'undo']);
