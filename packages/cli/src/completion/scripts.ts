import { COMPLETE } from './word.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

/** Write the script that teaches a shell to complete: it asks the command line itself, as it was called. */
export function completionScript(shell: Shell): string {
  return SCRIPTS[shell];
}

// --- internal ---

/** Bash takes colons for ends of words by default: what stands before the last one is given, and may not be repeated. */
const BASH = `# rest-gen: completion for bash
_rest_gen() {
  local line=\${COMP_LINE:0:COMP_POINT} word
  local -a words=()
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  word=\${words[\${#words[@]} - 1]}
  local IFS=$'\\n'
  COMPREPLY=($("\${words[0]}" ${COMPLETE} "\${words[@]:1}" 2>/dev/null))
  if [[ $word == *:* && $COMP_WORDBREAKS == *:* ]]; then
    COMPREPLY=("\${COMPREPLY[@]#"\${word%"\${word##*:}"}"}")
  fi
}
complete -o default -F _rest_gen rest-gen
`;

const ZSH = `#compdef rest-gen
# rest-gen: completion for zsh
_rest_gen() {
  local -a found
  found=("\${(@f)$("\${words[1]}" ${COMPLETE} "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n \${found[1]} ]]; then
    compadd -a found
  else
    _files
  fi
}
if [[ \${funcstack[1]} == _rest_gen ]]; then
  _rest_gen "$@"
else
  compdef _rest_gen rest-gen
fi
`;

const FISH = `# rest-gen: completion for fish
function __rest_gen_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found ($words[1] ${COMPLETE} $words[2..-1] 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c rest-gen -f -a '(__rest_gen_complete)'
`;

const SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
