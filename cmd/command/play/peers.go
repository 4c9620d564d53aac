package play

import (
	"context"

	"stupol/cmd/exit"
	"stupol/movegen"
	"stupol/protocol/peer"
	"stupol/protocol/web"
)

// MoreFiles returns all words of the engines: any may be the name of a file that one reads.
func (c Web) MoreFiles() (read, written []string) { return peer.Words(c.Engine), nil }

// peers returns the engines beside Stupol. They are found now, and started when they are wanted.
func (c Web) peers() (all []web.Peer, err error) {
	config, err := peer.OpenConfig(c.Config)
	if err != nil {
		return nil, err
	}
	engines, err := config.Offered(c.Engine)
	if err != nil {
		return nil, exit.UsageError(err)
	}
	for _, e := range engines {
		all = append(all, web.Peer{
			Name: e.Name, Line: e.IsOpponent(), Asks: e.Asks,
			Start: func(ctx context.Context, r *movegen.Rules, params map[string]string) (web.PeerEngine, error) {
				return e.Open(ctx, r, params)
			},
		})
	}
	return all, nil
}
