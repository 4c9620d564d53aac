// Command sbom tells what a program that Go has built is made of, as a bill of materials in the
// form of CycloneDX 1.6: the modules that are in it, with their versions. Package runtime/debug
// has noted them in the program. The same program has the same bill.
//
//	go run ./.ci/sbom PROGRAM TIME     in which TIME is that of the commit
package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"strings"
)

type bom struct {
	Format       string       `json:"bomFormat"`
	Spec         string       `json:"specVersion"`
	Version      int          `json:"version"`
	Metadata     metadata     `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type metadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type    string `json:"type"`
	Ref     string `json:"bom-ref"`
	Name    string `json:"name"`
	Version string `json:"version"`
	Hashes  []hash `json:"hashes,omitempty"`
	PURL    string `json:"purl"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type dependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn,omitempty"`
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: sbom PROGRAM TIME")
		os.Exit(2)
	}
	bill, err := bomOf(os.Args[1], os.Args[2])
	if err == nil {
		e := json.NewEncoder(os.Stdout)
		e.SetIndent("", "  ")
		err = e.Encode(bill)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

// bomOf returns the bill of a program.
func bomOf(program, time string) (*bom, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	content, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(content)
	main := module("application", info.Main.Path, info.Main.Version)
	main.Name, main.Hashes = path.Base(info.Path), []hash{{"SHA-256", hex.EncodeToString(sum[:])}}
	b := &bom{Format: "CycloneDX", Spec: "1.6", Version: 1, Metadata: metadata{time, main}}
	b.Components = []component{module("library", "std", strings.TrimPrefix(info.GoVersion, "go"))}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		b.Components = append(b.Components, module("library", m.Path, m.Version))
	}
	all := dependency{Ref: main.Ref}
	for _, c := range b.Components {
		all.DependsOn = append(all.DependsOn, c.Ref)
	}
	b.Dependencies = []dependency{all}
	for _, ref := range all.DependsOn {
		b.Dependencies = append(b.Dependencies, dependency{Ref: ref})
	}
	return b, nil
}

// module returns a module as a component.
func module(kind, name, version string) component {
	purl := "pkg:golang/" + name + "@" + strings.ReplaceAll(version, "+", "%2B")
	return component{Type: kind, Ref: purl, Name: name, Version: version, PURL: purl}
}
