package archive

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"

	"stupol/eval/files/input"
	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/pdn/plain"
	"stupol/protocol/words"
)

// A Source is a file of games that has been read once, to know by which rules they are
// played and what their results mean.
type Source struct {
	input.Source
	Survey *pdn.Survey
	Found  string // what the file is, if anything is to be said: see pdn.Reader.Found

	encoding plain.Encoding
}

// Reading says how the games of a file are to be read.
type Reading struct {
	Rules    *movegen.Rules  // of all games, whatever their tags say; nil: by the tags, or those that fit
	Results  pdn.ResultOrder // whose points results name first
	Encoding plain.Encoding
}

// NewSource reads the file with that name; - is stdin.
func NewSource(name string, stdin io.Reader, how Reading) (*Source, error) {
	file, err := input.NewSource(name, stdin)
	if err != nil {
		return nil, err
	}
	return SourceOf(file, how)
}

// SourceOf is NewSource for a file that has been opened.
func SourceOf(file input.Source, how Reading) (*Source, error) {
	s := &Source{Source: file, Survey: pdn.NewSurvey(how.Rules), encoding: how.Encoding}
	s.Survey.Results = how.Results
	for g, err := range s.read() {
		if err != nil {
			return nil, err
		}
		s.Survey.Add(g)
	}
	return s, nil
}

// Games goes through the games, with White's points first in their results. An error is the
// last thing it yields.
func (s *Source) Games() iter.Seq2[*pdn.Game, error] {
	return func(yield func(*pdn.Game, error) bool) {
		for g, err := range s.read() {
			if err == nil {
				g = s.Survey.Settle(g)
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// read goes through the games as they are written.
func (s *Source) read() iter.Seq2[*pdn.Game, error] {
	return func(yield func(*pdn.Game, error) bool) {
		in, err := s.Open()
		if err != nil {
			yield(nil, err)
			return
		}
		defer in.Close()
		reader := pdn.NewReaderOf(context.Background(), in, s.encoding)
		defer func() { s.Found = reader.Found() }()
		for g, err := range reader.Games() {
			if err != nil {
				err = fmt.Errorf("%s: %w", s.Name, err)
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// Game returns the game of that number, from 1, and its rules.
func (s *Source) Game(number int) (*pdn.Game, *movegen.Rules, error) {
	n := 0
	for g, err := range s.Games() {
		if err != nil {
			return nil, nil, err
		}
		if n++; n == number {
			r, err := s.Survey.Rules(g)
			return g, r, err
		}
	}
	return nil, nil, fmt.Errorf("--game: %s has %s", s.Name, words.Count(n, "game"))
}

// Place returns where a fault of a game is, and what.
func (s *Source) Place(game int, fault *pdn.Error) string {
	ply := ""
	if fault.Ply != 0 {
		ply = fmt.Sprintf(", ply %d", fault.Ply)
	}
	return fmt.Sprintf("%s:%d:%d: game %d%s: %q: %v", movegen.Visible(s.Name), fault.Line, fault.Column, game, ply, fault.Text, movegen.Visible(fault.Err.Error()))
}

// A Rewriter writes the games of files in another form.
type Rewriter struct {
	// Text returns what to write of a game that is played by rules r, nil if they are not
	// known, and what is wrong with it. If not sure, other rules fit as well.
	Text func(g *pdn.Game, r *movegen.Rules, sure bool) (text string, faults []*pdn.Error)

	Put     func(s *Source, number int, text string) error // takes the text of the game with that number
	OnFault func(place string)                             // of each fault of a game
}

// Rewrite writes all games. It returns how many have a fault.
func (w Rewriter) Rewrite(ctx context.Context, sources []*Source) (faulty int, err error) {
	for _, s := range sources {
		number := 0
		for g, err := range s.Games() {
			if err := cmp.Or(err, ctx.Err()); err != nil {
				return faulty, err
			}
			number++
			text, faults := w.game(s, g)
			if len(faults) > 0 {
				faulty++
			}
			for _, fault := range faults {
				w.OnFault(s.Place(number, fault))
			}
			if err := w.Put(s, number, text); err != nil {
				return faulty, err
			}
		}
	}
	return faulty, nil
}

// game returns the text of a game, and all its faults.
func (w Rewriter) game(s *Source, g *pdn.Game) (text string, faults []*pdn.Error) {
	faults = g.Faults
	r, err := s.Survey.Rules(g)
	if err != nil {
		faults = append(faults, &pdn.Error{Line: g.FileLine, Column: 1, Text: "GameType", Err: err})
	}
	text, wrong := w.Text(g, r, s.Survey.Sure(g))
	return text, append(faults, wrong...)
}

// WriteTo returns a Put that writes all texts to w.
func WriteTo(w io.Writer) func(*Source, int, string) error {
	return func(_ *Source, _ int, text string) error {
		_, err := io.WriteString(w, text)
		return err
	}
}
