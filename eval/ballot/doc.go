/*
Package ballot draws openings by lot, from which engines play: no two of them lead to the
same position, each is as balanced as a judge demands, and a seed gives their order.

A Box has all positions after so many plies of a game. Opening i can be drawn without
those before it, so that any number of processes draws from the same order.

# How

A hash of the position and the seed divides the positions among the parts of the box, up to
7,200. Opening i is of part i modulo the number of parts, and is the next balanced one of
it: two parts have no position in common, and a part remembers what it has had. To find
positions of a part, and of nine others with it, random moves are played but for the last
four plies, and all lines of those four are looked through. So positions with many ways to
them are not much likelier than others, as they are after random moves.

The judge is asked about one position after the other. Opening i of n parts costs the
openings of its part before it, i/n of them, once in a process.

# How many there are

Different positions after so many plies, by breadth-first search, and the share of those
after random moves that a search of 3,000 nodes scores within 0.4 men and within 1.5:

	                   6         8        10      within 0.4, 1.5 after 8 and 12 plies
	International  32,130   434,773                43 %  55 %    28 %  40 %
	Killer         32,130   434,773                42 %  79 %    29 %  70 %
	Breakthrough   32,130   434,773                43 %  77 %    30 %  65 %
	Losing         32,130   434,773                27 %  66 %    23 %  60 %
	Frisian        29,717   488,922                20 %  60 %    14 %  50 %
	Frysk!         18,496   131,801   694,642      81 % 100 %    59 %  95 %
	Brazilian       9,520    98,572   962,216      38 %  64 %    24 %  46 %
	Russian         9,610   100,413   990,915      38 %  54 %    23 %  38 %
	Poddavki        9,610   100,413   990,915      30 %  71 %    22 %  64 %
	English         9,105    85,340   768,155      51 %  92 %    35 %  77 %
	Pool            9,610   100,410   990,134      37 %  59 %    23 %  42 %
	Italian         9,030    84,058   749,139      47 %  90 %    33 %  71 %
	Czech           9,105    85,340   767,643      38 %  83 %    25 %  62 %
	Spanish         9,030    84,058   748,915      39 %  86 %    25 %  65 %
*/
package ballot
