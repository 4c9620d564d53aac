// Package manual tells people and shells what a command line is: manual pages (man 7) and
// completions for bash, zsh and fish. Both are made from the model that package kong parses the
// command line with, so that they have every command and flag, and the help of each.
//
// A completion is a script that asks nothing of the program: it has the words of every command in
// it. What a flag or an argument can be a Choice says, which only the program knows.
package manual
