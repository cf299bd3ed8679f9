/**
 * What is asked of the page, as text that runs there: the first element of a role (`aria` or its element) whose name
 * is, or begins with, what is asked for, and that can be seen. Enough of the rules for names to find what people read.
 */
export const lookFor = `
const [role, name, isWhole] = arguments;
const places = {
	article: 'article', button: 'button, [role=button]', dialog: 'dialog[open], [role=dialog]', heading: 'h1, h2, h3, h4',
	link: 'a[href]', log: '[role=log]', region: 'section, [role=region]', status: '[role=status], output',
	textbox: 'textarea, [role=textbox], input:not([type]), input[type=text], input[type=url], input[type=password], input[type=search]',
	searchbox: 'input[type=search]', file: 'input[type=file]', summary: 'summary'
};
const tidy = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
const named = (one) => {
	const by = one.getAttribute('aria-labelledby');
	if (one.hasAttribute('aria-label')) return tidy(one.getAttribute('aria-label'));
	if (by) return tidy(by.split(' ').map((id) => document.getElementById(id)?.textContent).join(' '));
	if (one.labels?.length > 0) return tidy(one.labels[0].textContent);
	return tidy(one.textContent);
};
const found = [...document.querySelectorAll(places[role])].filter((one) => {
	const own = named(one);
	const fits = isWhole ? own === name : own.startsWith(name);
	return fits && (role === 'file' || one.checkVisibility());
});
`;
