module stupol

go 1.26
