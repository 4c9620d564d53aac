// Package peer is about engines that are other programs: how to name one on a command line or
// in a file, how to start it, and how to speak with it. Matches play with them (bench/match),
// and the board for the browser lets people do so.
//
// What such a program writes is the text of a stranger. A line is read up to a length, and what
// is not read holds the program up, not us. Where nobody is there to end it, the program has a
// limit of what it may write at once, after which it is killed: see EngineConfig.MaxOutput.
package peer
