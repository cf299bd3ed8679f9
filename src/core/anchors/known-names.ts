/** Names that people write in small letters, so that no capital tells them from words. */
import type { Mention } from './passage.ts';

/** Products, places to work and ways to pay that mean nothing else; what is also a plain word stays out. */
const everyday =
	'vs ?code|visual studio code|neovim|vim|emacs|tmux|iterm2?|ghostty|xcode|android studio|intellij|github|gitlab|bitbucket|docker|kubernetes|terraform|postgres(?:ql)?|sqlite|mysql|mongodb|redis|linux|ubuntu|debian|macos|ios|android|python|typescript|javascript|kotlin|react native|svelte(?:kit)?|vue|next\\.?js|node\\.?js|tailwind|webpack|esbuild|vitest|pytest|eslint|npm|pnpm|numpy|pandas|django|laravel|erlang|haskell|chromium|firefox|openai|anthropic|chatgpt|copilot|gmail|whatsapp|telegram|youtube|instagram|facebook|linkedin|reddit|netflix|spotify|paypal|google(?: drive| docs| maps)?|microsoft|amazon|iphone|macbook|playstation|airbnb|ikea|wikipedia|photoshop|figma|powerpoint|dropbox|jira|raspberry pi|mastercard|master card|amex|american express|new york|los angeles|san francisco|london|paris|berlin|tokyo|beijing|shanghai';

/** What programs are made and kept running with. */
const ofProgrammers =
	'rollup|storybook|turborepo|zod|dialyzer|dialyxir|credo|ecto|liveview|rebar3|opentelemetry|prometheus|grafana|datadog|mypy|flake8|pylint|isort|conda|jupyter|scipy|matplotlib|scikit-learn|pytorch|tensorflow|fastapi|pydantic|sqlalchemy|asyncio|virtualenv|pipenv|rubocop|rspec|sidekiq|clippy|rustfmt|serde|tokio|rustup|golangci-lint|gofmt|gradle|junit|mockito|cmake|clang|gcc|gdb|lldb|valgrind|bazel|ghidra|radare2|z3|wireshark|nmap|openssl|pwntools|nginx|systemd|ansible|kubectl|minikube|jenkins|rabbitmq|kafka|elasticsearch|memcached|dynamodb|bigquery|clickhouse|duckdb|mariadb|supabase|firebase|vercel|netlify|cloudflare|heroku|ffmpeg|imagemagick|pandoc|ripgrep|fzf|zsh|homebrew|rsync|wget|jq|eslint-plugin-[a-z-]+';

const known = new RegExp(
	`(?<![\\p{L}\\d_./@#:-])(?:${everyday}|${ofProgrammers})(?![\\p{L}\\d_/@-]|\\.\\w)`,
	'gu'
);

/** Well-known names in small letters. */
export const findKnownNames = (text: string): Mention[] =>
	[...text.matchAll(known)].map((match) => ({
		kind: 'name',
		text: match[0],
		offset: match.index
	}));
