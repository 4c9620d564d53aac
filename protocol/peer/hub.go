package peer

import (
	"context"
	"errors"

	"stupol/protocol/hub"
)

// A HubEngine is a program that speaks Hub, in either version.
type HubEngine struct {
	*Process
	*hub.Client
}

// StartHub starts the program of an engine and greets it.
func StartHub(ctx context.Context, e *EngineConfig, log Log) (*HubEngine, error) {
	if e.Protocol == Hub1 && e.Limits.Nodes != 0 {
		return nil, errors.New("it speaks Hub 1, which has no limit of nodes")
	}
	process, err := StartProcess(e, log, log.Received)
	if err != nil {
		return nil, err
	}
	h := &HubEngine{process, hub.NewClient(process)}
	if e.Protocol == Hub1 {
		h.Client = hub.NewClient1(process)
	}
	if err := h.Handshake(ctx); err != nil {
		_ = h.Close()
		return nil, err
	}
	return h, nil
}

// Close asks the engine to quit.
func (h *HubEngine) Close() error { return h.Process.Close("quit") }
