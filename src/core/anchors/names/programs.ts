/** Finds programs and libraries in small letters, for which only the loss report has room. */
import type { Mention } from '#core/anchors/passage.ts';
import { matchesOf } from '#core/anchors/text/matches.ts';
import { inPieces } from '#core/anchors/text/patterns.ts';

/** None of them is a word of prose. */
const names = [
	// Elixir.
	'dialyzer|dialyxir|credo|opentelemetry|hexdocs|ecto',
	// Python: tools.
	'mypy|pylint|pyright|flake8|isort|virtualenv|conda|setuptools|pyinstaller|jupyter|pexpect',
	'prompt[ -]toolkit|typer|argparse|tqdm|pyyaml|openpyxl|pygame|wxpython|boto3',
	// Python: servers and the web.
	'pydantic|fastapi|sqlalchemy|gunicorn|uvicorn|asyncio|httpx|aiohttp|urllib3|websockets',
	'beautifulsoup|streamlit|gradio',
	// Python: numbers and models.
	'scipy|matplotlib|seaborn|networkx|pytorch|tensorflow|keras|sklearn|scikit-learn|opencv',
	'xgboost|lightgbm|sentence-transformers|huggingface|tiktoken|litellm|langchain|ollama',
	// JavaScript.
	'lodash|axios|jquery|zod|dexie|fastify|nestjs|nuxt|tsup|tsx|swc|turborepo|storybook|cypress',
	'puppeteer|playwright|selenium|shadcn|htmx|socketio|graphql|grpc|protobuf|openapi',
	// Rust, Go, Ruby, Java.
	'tokio|serde|clippy|rustfmt|gofmt|golangci-lint|rubocop|rspec|sidekiq|gradle|junit|mockito',
	// Taking programs apart.
	'pwntools|ghidra|gdb|lldb|valgrind',
	// What runs on servers.
	'nginx|traefik|haproxy|certbot|letsencrypt|systemd|podman|kubectl|ansible|prometheus|grafana',
	'datadog|elasticsearch|rabbitmq|kafka|memcached|mariadb|duckdb|clickhouse|influxdb|supabase',
	'firebase|vercel|netlify|heroku|cloudflare|codecov|readthedocs|dependabot',
	// Tools and terminals.
	'ffmpeg|imagemagick|pandoc|tesseract|ripgrep|treesitter|tree-sitter|shellcheck|homebrew',
	'ghostty|wezterm|alacritty'
].join('|');
const capitalised = names.replace(/(?<=^|\|)[a-z]/gu, (first) => first.toUpperCase());
/** Words of prose too: only beside what is said of programs. */
const homonyms = [
	'backoff|requests|click|rich|textual|attrs|tox|nose|invoke',
	'sed|awk|grep|curl|chalk|black|ruff|flask|celery|poetry|prettier|jest|mocha|husky|biome|bun',
	'node|rails|phoenix|mix|express|rollup|parcel|nord|dracula|solarized'
].join('|');
const said = [
	'imports?|usages?|uses|calls?|packages?|library|lib|modules?|plugins?|dependency|config(?:uration)?',
	'formatt(?:ing|er)|lint(?:er|ing)|issues?|errors?|warnings?|checks?|commands?|scripts?|directly|theme'
].join('|');

const program = inPieces(
	'gu',
	'(?<![\\p{L}\\d_./@#:`-])',
	`(?:${names}|${capitalised}`,
	String.raw`|(?:${homonyms})(?:(?= (?:${said})(?!\p{L}))`,
	String.raw`|(?<=\b(?:[Rr]un|[Rr]unning|[Uu]sing|via|[Ii]nstall|installed|instead of) [a-z]+)))`,
	String.raw`(?![\p{L}\d_/@-]|\.\w)`
);

/** Programs and libraries, also at the beginning of a sentence. */
export const findPrograms = (prose: string): Mention[] =>
	matchesOf(program, prose).map((match) => ({
		kind: 'name',
		text: match[0],
		offset: match.index
	}));
