/** Headings of an extractive summary, in the language the user writes in. */

export interface SummaryHeadings {
	readonly before: string;
	readonly rules: string;
	readonly open: string;
	readonly images: string;
	readonly turns: string;
	readonly names: string;
	readonly asked: string;
	readonly answered: string;
	/** How a request stands. */
	readonly done: string;
	readonly pending: string;
}

const english: SummaryHeadings = {
	before: 'Earlier summary',
	rules: 'Standing instructions',
	open: 'Open questions',
	images: 'Images and documents',
	turns: 'What was asked and answered',
	names: 'Names and figures',
	asked: 'User',
	answered: 'Assistant',
	done: 'done',
	pending: 'open'
};

const languages: Readonly<Record<string, SummaryHeadings>> = {
	de: {
		before: 'Frühere Zusammenfassung',
		rules: 'Bleibende Anweisungen',
		open: 'Offene Fragen',
		images: 'Bilder und Dokumente',
		turns: 'Gefragt und geantwortet',
		names: 'Namen und Zahlen',
		asked: 'Nutzer',
		answered: 'Assistent',
		done: 'erledigt',
		pending: 'offen'
	},
	fr: {
		before: 'Résumé précédent',
		rules: 'Consignes durables',
		open: 'Questions ouvertes',
		images: 'Images et documents',
		turns: 'Demandes et réponses',
		names: 'Noms et chiffres',
		asked: 'Utilisateur',
		answered: 'Assistant',
		done: 'fait',
		pending: 'en attente'
	},
	es: {
		before: 'Resumen anterior',
		rules: 'Instrucciones permanentes',
		open: 'Preguntas abiertas',
		images: 'Imágenes y documentos',
		turns: 'Preguntas y respuestas',
		names: 'Nombres y cifras',
		asked: 'Usuario',
		answered: 'Asistente',
		done: 'hecho',
		pending: 'pendiente'
	},
	zh: {
		before: '之前的摘要',
		rules: '长期要求',
		open: '未解决的问题',
		images: '图片和文档',
		turns: '请求与回答',
		names: '名称与数字',
		asked: '用户',
		answered: '助手',
		done: '已完成',
		pending: '未完成'
	},
	ja: {
		before: 'これまでの要約',
		rules: '継続する指示',
		open: '未解決の質問',
		images: '画像と文書',
		turns: '依頼と回答',
		names: '名前と数値',
		asked: 'ユーザー',
		answered: 'アシスタント',
		done: '完了',
		pending: '未完了'
	}
};

/** Headings in a language by its ISO 639-1 code; English where we have none of our own. */
export const headingsFor = (language: string): SummaryHeadings => languages[language] ?? english;
