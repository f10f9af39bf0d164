# bash completion for spook-lab and spook-sandbox (zsh: autoload bashcompinit first). What there is to complete is asked of
# the programs themselves, so that it is never out of date.

_spook_options() { # of "PROGRAM [COMMAND]"
  "$@" --help 2>/dev/null | grep -oE -e '(^| |,)--?[a-zA-Z][a-z-]*' | tr -d ' ,'
}

_spook_commands() {
  "$1" --help 2>/dev/null | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]\+\) .*/\1/p'
}

_spook_scenes() {
  spook-lab scenes 2>/dev/null | sed -n 's/^ *\([a-z][a-z0-9_]*\) .*/\1/p'
}

_spook() {
  local program=$1 word=$2 command=
  COMPREPLY=()
  [ "${program##*/}" = spook-lab ] && [ "$COMP_CWORD" -gt 1 ] && command=${COMP_WORDS[1]}
  case $word in
    -*) mapfile -t COMPREPLY < <(compgen -W "$(_spook_options "$program" $command)" -- "$word") ;;
    *)
      if [ "${program##*/}" = spook-lab ] && [ -z "$command" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_spook_commands "$program")" -- "$word")
      else
        mapfile -t COMPREPLY < <(compgen -W "$(_spook_scenes)" -- "$word"; compgen -f -- "$word")
      fi
      ;;
  esac
}
complete -o filenames -F _spook spook-lab spook-sandbox
