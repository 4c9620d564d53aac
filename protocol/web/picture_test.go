package web

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"image/gif"
	"image/png"
	"io"
	"net/http"
	"strings"
	"testing"
)

// aGame returns a game of three plies.
func aGame() treeGame {
	return treeGame{
		Variant: "international", Result: "*", Tags: []tagJSON{{"White", "A"}, {"Black", "B"}},
		Line: []treeNode{{Move: "32-28"}, {Move: "19-23", Signs: "!"}, {Move: "28x19x23"}},
	}
}

// TestPicture draws a game in all formats.
func TestPicture(t *testing.T) {
	s := serve(t, testOptions(), quick)
	draw := func(change func(*pictureRequest)) pictureAnswer {
		q := pictureRequest{Game: aGame(), Ply: 2, Format: "png", Size: 200}
		change(&q)
		return ask[pictureAnswer](t, s, "/api/picture", q)
	}
	plain := draw(func(*pictureRequest) {})
	picture, err := png.Decode(bytes.NewReader(plain.Data))
	if err != nil || plain.Type != "image/png" || picture.Bounds().Dx() != 200 {
		t.Fatalf("%s, %v", plain.Type, err)
	}
	for name, change := range map[string]func(*pictureRequest){
		"another ply":  func(q *pictureRequest) { q.Ply = 1 },
		"turned":       func(q *pictureRequest) { q.Flipped = true },
		"dark":         func(q *pictureRequest) { q.Dark = true },
		"without text": func(q *pictureRequest) { q.Labels = "none" },
		"a circle":     func(q *pictureRequest) { q.Circles = []int{28} },
		"an arrow":     func(q *pictureRequest) { q.Arrows = [][]int{{28, 22}} },
	} {
		if got := draw(change); bytes.Equal(got.Data, plain.Data) {
			t.Errorf("%s: the picture is the same", name)
		}
	}
	drawing := draw(func(q *pictureRequest) { q.Format = "svg" })
	decoder := xml.NewDecoder(bytes.NewReader(drawing.Data))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Contains(drawing.Data, []byte("A – B, 1… 19-23!")) {
		t.Errorf("the caption is not in %s", drawing.Data)
	}
	moving, err := gif.DecodeAll(bytes.NewReader(draw(func(q *pictureRequest) { q.Format = "gif" }).Data))
	if err != nil || len(moving.Image) != 4 {
		t.Errorf("an animation: %v", err)
	}
}

// TestRefusedPictures asks for what cannot be drawn, or would take too long.
func TestRefusedPictures(t *testing.T) {
	s := serve(t, testOptions(), quick)
	long := make([]treeNode, mostFrames)
	for i := range long {
		long[i].Move = []string{"50-45", "1-6", "45-50", "6-1"}[i%4]
	}
	for _, tt := range []struct {
		want   string
		change func(*pictureRequest)
	}{
		{`the format "bmp": want png, svg or gif`, func(q *pictureRequest) { q.Format = "bmp" }},
		{"a picture 5000 wide: want 100 to 1600", func(q *pictureRequest) { q.Size = 5000 }},
		{"a picture 99 wide: want 100 to 1600", func(q *pictureRequest) { q.Size = 99 }},
		{"a picture 1600 wide: want 100 to 640", func(q *pictureRequest) { q.Size, q.Format = 1600, "gif" }},
		{"ply 4 of a game of 3", func(q *pictureRequest) { q.Ply = 4 }},
		{"ply -1 of a game of 3", func(q *pictureRequest) { q.Ply = -1 }},
		{`the labels "x": want numbers, letters or none`, func(q *pictureRequest) { q.Labels = "x" }},
		{"square 51 of 50", func(q *pictureRequest) { q.Circles = []int{51} }},
		{"square 0 of 50", func(q *pictureRequest) { q.Arrows = [][]int{{1, 0}} }},
		{"an arrow has two squares or more", func(q *pictureRequest) { q.Arrows = [][]int{{1}} }},
		{"an animation of more than 399 moves", func(q *pictureRequest) {
			q.Format, q.Game.FEN, q.Game.Line = "gif", "W:WK50:BK1", long
		}},
	} {
		q := pictureRequest{Game: aGame(), Ply: 2, Format: "png", Size: 200}
		tt.change(&q)
		body, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		status, text := do(t, s.request(http.MethodPost, "/api/picture", string(body)))
		if status != http.StatusBadRequest || errorIn(text) != tt.want {
			t.Errorf("want %s, got %d, %s", tt.want, status, text)
		}
	}
}

// TestPicturesOfPage saves pictures as files of the position shown, which may be one of a variation.
func TestPicturesOfPage(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&m=32-28.19-23")
	w.click("#go-back")
	w.settle()
	w.clickSquares("18", "22") // another answer
	w.await(`document.querySelector(".variation .here")?.textContent === "18-22"`)
	w.drawOn("28", "28", false)
	w.click("#tab-games")
	w.click("#pictures summary")
	for _, format := range []string{"png", "svg", "gif", "svg"} {
		file := w.downloaded("#save-" + format)
		if want := map[string]string{"png": "\x89PNG\r\n", "svg": "18-22", "gif": "GIF89a"}[format]; !strings.Contains(file, want) {
			t.Errorf("%s: the file has no %q", format, want)
		}
		inside := strings.Contains(file, ">28<") // no square at the edge of the board
		if rim := evaluate[bool](w, `document.querySelector("#labels").value === "rim"`); format == "svg" && inside == rim {
			t.Errorf("%s: numbers in the squares are %v, around the board %v", format, inside, rim)
		}
		w.choose("#labels", "rim")
	}
	line := evaluate[string](w, `new Promise((done) => { navigator.clipboard.writeText = async (text) => done(text); document.querySelector("#copy-line").click(); })`)
	if line != "1. 32-28 18-22" {
		t.Errorf("the line is %q", line)
	}
}
