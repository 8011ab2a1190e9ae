# Types lines into an interactive zsh with the completion script $1 sourced, presses Tab after each, and
# prints what then stands in the line editor.
zmodload zsh/zpty
zpty shell zsh -f -i
type_in() { zpty -w -n shell "$1" }
read_until() {
    local out= line
    while zpty -r shell line; do
        out+=$line
        [[ $out == *$1* ]] && break
    done
    print -r -- "$out"
}
# The markers are written in two parts, so that the echo of these lines is none of them.
type_in $'PS1=; autoload -Uz compinit; compinit -u -D; source '${(q)1}$'; show() { print -r -- "LINE<$BUFFER>E""ND" }; zle -N show; bindkey "^G" show; print RE""ADY\n'
read_until READY > /dev/null
for line in "${@:2}"; do
    type_in $'\C-u'"$line"$'\t\C-g'
    read_until '>END'
done | grep -ao 'LINE<.*>END'
