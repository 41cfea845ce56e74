-- Requests name many IP addresses, because the rate limits would refuse so many requests from one.
local requests = {}
local count = 0

function init()
  for n = 1, 40000 do
    local address = string.format('198.51.%d.%d', math.floor(n / 250), n % 250)
    requests[n] = wrk.format('GET', nil, { ['accept-encoding'] = 'br', ['x-forwarded-for'] = address })
  end
end

function request()
  count = count % #requests + 1
  return requests[count]
end
