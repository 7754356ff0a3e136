"""Web Push: what reaches people who are not here. `muscade.server.push.postman` says when, `sending` how."""
