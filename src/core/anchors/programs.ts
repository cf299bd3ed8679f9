/** Finds programs and libraries in small letters, for which only the loss report has room. */
import { matchesOf } from './matches.ts';
import type { Mention } from './passage.ts';

/** None of them is a word of prose. */
const names =
	'dialyzer|dialyxir|credo|opentelemetry|hexdocs|ecto|mypy|pylint|pyright|flake8|isort|virtualenv|conda|pydantic|fastapi|sqlalchemy|gunicorn|uvicorn|scipy|matplotlib|seaborn|pytorch|tensorflow|keras|sklearn|scikit-learn|jupyter|asyncio|argparse|httpx|aiohttp|beautifulsoup|tiktoken|litellm|langchain|ollama|streamlit|gradio|openpyxl|boto3|pwntools|ghidra|gdb|lldb|valgrind|lodash|axios|jquery|zod|dexie|fastify|nestjs|nuxt|tsup|tsx|swc|turborepo|storybook|cypress|puppeteer|selenium|graphql|grpc|protobuf|shadcn|tokio|serde|clippy|rustfmt|gofmt|golangci-lint|rubocop|rspec|sidekiq|gradle|junit|mockito|nginx|systemd|podman|kubectl|ansible|prometheus|grafana|datadog|elasticsearch|rabbitmq|kafka|supabase|firebase|vercel|netlify|heroku|cloudflare|ffmpeg|imagemagick|pandoc|tesseract|ripgrep|treesitter|tree-sitter|shellcheck|tqdm|urllib3|typer|setuptools|prompt[ -]toolkit|sentence-transformers|huggingface|networkx|pyyaml|pexpect|openapi|websockets|socketio|htmx|pyinstaller|codecov|readthedocs|dependabot|playwright|wxpython|pygame|opencv|xgboost|lightgbm|duckdb|clickhouse|influxdb|mariadb|memcached|traefik|haproxy|certbot|letsencrypt|homebrew|ghostty|wezterm|alacritty';
const capitalised = names.replace(/(?<=^|\|)[a-z]/gu, (first) => first.toUpperCase());
/** Words of prose too: only beside what is said of programs. */
const homonyms =
	'backoff|requests|click|rich|textual|attrs|tox|nose|invoke|sed|awk|grep|curl|chalk|black|ruff|flask|celery|poetry|prettier|jest|mocha|husky|biome|bun|node|rails|phoenix|mix|express|rollup|parcel|nord|dracula|solarized';
const said =
	'imports?|usages?|uses|calls?|packages?|library|lib|modules?|plugins?|dependency|config(?:uration)?|formatt(?:ing|er)|lint(?:er|ing)|issues?|errors?|warnings?|checks?|commands?|scripts?|directly|theme';

const program = new RegExp(
	`(?<![\\p{L}\\d_./@#:\`-])(?:${names}|${capitalised}|(?:${homonyms})(?:(?= (?:${said})(?!\\p{L}))|(?<=\\b(?:[Rr]un|[Rr]unning|[Uu]sing|via|[Ii]nstall|installed|instead of) [a-z]+)))(?![\\p{L}\\d_/@-]|\\.\\w)`,
	'gu'
);

/** Programs and libraries, also at the beginning of a sentence. */
export const findPrograms = (prose: string): Mention[] =>
	matchesOf(program, prose).map((match) => ({
		kind: 'name',
		text: match[0],
		offset: match.index
	}));
