-- A new guest a request.
wrk.method = "POST"
