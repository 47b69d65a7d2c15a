-- People whom no event of identity names are removed by `npm run rebuild`, which signs in as the service.
grant delete on technicians to ${role};
