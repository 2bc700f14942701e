/// The programs that Redis runs, each in one step.
enum RedisScripts {
  /// Applies changes at one place. Keys: ready, rebuild, places, the team's group, those of the place, and erased. Arguments: width
  /// of a key, width of a group, whether groups are counted, the team's name or nothing, the place's name, the token of the
  /// rebuild that loads (it does not bring back who was erased since it began) or nothing; then account, key (nothing to withdraw), sequence and details of each change.
  /// Answers 0 when another rebuild has begun.
  static let apply = """
    local z, h, g, c, t, s = KEYS[5], KEYS[6], KEYS[7], KEYS[8], KEYS[9], KEYS[10]
    local width, group, dense, team = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3] == '1', ARGV[4]
    local token = ARGV[6]
    if token ~= '' then
      if redis.call('GET', KEYS[2]) ~= token then return 0 end
      redis.call('PEXPIRE', KEYS[2], 60000)
    end
    redis.call('SADD', KEYS[3], ARGV[5])
    if team ~= '' then redis.call('SADD', KEYS[4], team) end
    local erased = token ~= '' and redis.call('EXISTS', KEYS[11]) == 1
    local function count(key, sign)
      if dense then
        local prefix = string.sub(key, 1, group)
        local size = redis.call('HINCRBY', c, prefix, sign)
        if size == 0 then redis.call('HDEL', c, prefix) redis.call('ZREM', g, prefix) end
        if size == 1 and sign == 1 then redis.call('ZADD', g, 0, prefix) end
      end
      if team ~= '' then
        local upper, lower = struct.unpack('>I4I4', key)
        redis.call('HINCRBY', s, 'u', string.format('%.0f', sign * upper + 0))
        redis.call('HINCRBY', s, 'l', string.format('%.0f', sign * lower + 0))
      end
    end
    for i = 7, #ARGV, 4 do
      local account, key, sequence = ARGV[i], ARGV[i + 1], tonumber(ARGV[i + 2])
      local old = redis.call('HGET', h, account)
      local last
      if old then
        last = tonumber(string.sub(old, width + 1, string.find(old, '\\n', width + 1, true) - 1))
      else
        last = tonumber(redis.call('HGET', t, account) or '-1')
      end
      if erased and redis.call('SISMEMBER', KEYS[11], account) == 1 then last = sequence end
      if sequence > last then
        if old then
          local oldKey = string.sub(old, 1, width)
          redis.call('ZREM', z, oldKey .. account)
          count(oldKey, -1)
        end
        if key == '' then
          redis.call('HDEL', h, account)
          redis.call('HSET', t, account, ARGV[i + 2])
          redis.call('PEXPIRE', t, 3600000)
        else
          redis.call('ZADD', z, 0, key .. account)
          count(key, 1)
          redis.call('HSET', h, account, key .. ARGV[i + 2] .. '\\n' .. ARGV[i + 3])
          redis.call('HDEL', t, account)
        end
      end
    end
    return 1
    """

  /// Takes a person off every place. Keys: places, rebuild, erased. Arguments: what keys begin with, the account; then for each board whose
  /// sets have these widths: board, width, width of a group, whether groups are counted.
  static let erase = """
    local base, account = ARGV[1], ARGV[2]
    if redis.call('EXISTS', KEYS[2]) == 1 then redis.call('SADD', KEYS[3], account) end
    local boards = {}
    for i = 3, #ARGV, 4 do
      boards[ARGV[i]] = { tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2]), ARGV[i + 3] == '1' }
    end
    for _, name in ipairs(redis.call('SMEMBERS', KEYS[1])) do
      local board = boards[string.sub(name, 1, string.find(name, '\\31', 1, true) - 1)]
      local value = redis.call('HGET', base .. 'h:' .. name, account)
      redis.call('HDEL', base .. 't:' .. name, account)
      if board and value then
        local key = string.sub(value, 1, board[1])
        redis.call('HDEL', base .. 'h:' .. name, account)
        redis.call('ZREM', base .. 'z:' .. name, key .. account)
        if board[3] then
          local prefix = string.sub(key, 1, board[2])
          if redis.call('HINCRBY', base .. 'c:' .. name, prefix, -1) == 0 then
            redis.call('HDEL', base .. 'c:' .. name, prefix)
            redis.call('ZREM', base .. 'g:' .. name, prefix)
          end
        end
        if redis.call('EXISTS', base .. 's:' .. name) == 1 then
          local upper, lower = struct.unpack('>I4I4', key)
          redis.call('HINCRBY', base .. 's:' .. name, 'u', string.format('%.0f', 0 - upper))
          redis.call('HINCRBY', base .. 's:' .. name, 'l', string.format('%.0f', 0 - lower))
        end
      end
    end
    return 1
    """

  /// Which people have entries. Keys: places. Arguments: what keys begin with, the people.
  static let known = """
    local known, places = {}, redis.call('SMEMBERS', KEYS[1])
    for i = 2, #ARGV do
      for _, name in ipairs(places) do
        if redis.call('HEXISTS', ARGV[1] .. 'h:' .. name, ARGV[i]) == 1 then
          known[#known + 1] = ARGV[i]
          break
        end
      end
    end
    return known
    """

  /// Reads rows. Keys: ready and those of the place. Arguments: width of a key, width of a group, numbering, view, limit,
  /// viewer or nothing, the member behind which the page begins or nothing; then the people among whom to look. Answers
  /// nothing when the ranks are not here; else the size, the viewer's row (with the number of entries before its group and
  /// through it), the first rank or 0, whether there are more rows, and the rows: member, details, rank where the rows
  /// are not neighbours.
  static let rows = """
    if redis.call('EXISTS', KEYS[1]) == 0 then return false end
    local z, h, g = KEYS[2], KEYS[3], KEYS[4]
    local width, group, numbering, view, limit = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], ARGV[4], tonumber(ARGV[5])
    local viewer, cursor = ARGV[6], ARGV[7]
    local function find(account)
      local value = redis.call('HGET', h, account)
      return value and string.sub(value, 1, width) .. account
    end
    local function details(member)
      local value = redis.call('HGET', h, string.sub(member, width + 1))
      return string.sub(value, string.find(value, '\\n', width + 1, true) + 1)
    end
    local function rank(member)
      if numbering == 'ordinal' then return redis.call('ZRANK', z, member) + 1 end
      local prefix = string.sub(member, 1, group)
      if numbering == 'dense' then return redis.call('ZRANK', g, prefix) + 1 end
      return redis.call('ZLEXCOUNT', z, '-', '(' .. prefix) + 1
    end
    local size = redis.call('ZCARD', z)
    local me = viewer ~= '' and find(viewer)
    local mine = false
    if me then
      local prefix = string.sub(me, 1, group)
      local before = redis.call('ZLEXCOUNT', z, '-', '(' .. prefix)
      local through = redis.call('ZLEXCOUNT', z, '-', '(' .. prefix .. string.rep('\\255', width - group + 1))
      mine = { me, details(me), rank(me), before, through }
    end
    local start = cursor == '' and 0 or redis.call('ZLEXCOUNT', z, '-', '[' .. cursor)
    local rows = {}
    if view == 'among' then
      local found, seen = {}, {}
      for i = 8, #ARGV do
        local member = not seen[ARGV[i]] and find(ARGV[i])
        seen[ARGV[i]] = true
        if member then
          local position = redis.call('ZRANK', z, member)
          if position >= start then found[#found + 1] = { position, member } end
        end
      end
      table.sort(found, function(left, right) return left[1] < right[1] end)
      for i = 1, math.min(limit, #found) do
        rows[i] = { found[i][2], details(found[i][2]), rank(found[i][2]) }
      end
      return { size, mine, 0, #found > limit and 1 or 0, rows }
    end
    if view == 'around' and me and cursor == '' then
      local position = redis.call('ZRANK', z, me)
      start = math.max(0, math.min(position - math.floor((limit - 1) / 2), size - limit))
    end
    local members = redis.call('ZRANGE', z, start, start + limit - 1)
    for i, member in ipairs(members) do rows[i] = { member, details(member) } end
    local first = #members > 0 and rank(members[1]) or 0
    return { size, mine, first, start + #members < size and 1 or 0, rows, start }
    """

  /// Reads teams. Keys: ready, the group. Arguments: what keys begin with, what the places' names begin with, how many best
  /// members count (0 for all), the viewer or nothing. Answers nothing when the ranks are not here; else name, members, the
  /// halves of the sum, whether the viewer is a member, and the best members of each team.
  static let teams = """
    if redis.call('EXISTS', KEYS[1]) == 0 then return false end
    local base, start, best, viewer = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
    local teams = {}
    for _, name in ipairs(redis.call('SMEMBERS', KEYS[2])) do
      local place = start .. name
      local size = redis.call('ZCARD', base .. 'z:' .. place)
      if size > 0 then
        local sum = redis.call('HMGET', base .. 's:' .. place, 'u', 'l')
        local mine = viewer ~= '' and redis.call('HEXISTS', base .. 'h:' .. place, viewer) or 0
        local members = best > 0 and redis.call('ZRANGE', base .. 'z:' .. place, 0, best - 1) or {}
        teams[#teams + 1] = { name, size, sum[1], sum[2], mine, members }
      end
    end
    return teams
    """

  /// Begins a rebuild. Keys: ready, rebuild, places. Arguments: token, what keys begin with. Answers 0 when another process
  /// rebuilds at present.
  static let begin = """
    if redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', 60000) == false then return 0 end
    redis.call('DEL', KEYS[1])
    local groups = {}
    for _, name in ipairs(redis.call('SMEMBERS', KEYS[3])) do
      for _, kind in ipairs({ 'z:', 'h:', 'g:', 'c:', 't:', 's:' }) do redis.call('UNLINK', ARGV[2] .. kind .. name) end
      local slash = string.find(name, '/', 1, true)
      if slash then groups[string.sub(name, 1, slash - 1)] = true end
    end
    for name in pairs(groups) do redis.call('UNLINK', ARGV[2] .. 'm:' .. name) end
    redis.call('UNLINK', KEYS[3], ARGV[2] .. 'mark', ARGV[2] .. 'erased')
    return 1
    """

  /// Raises the mark. Keys: ready, mark. Argument: the mark.
  static let mark = """
    if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
    if tonumber(ARGV[1]) > tonumber(redis.call('GET', KEYS[2]) or '-1') then redis.call('SET', KEYS[2], ARGV[1]) end
    return 1
    """

  /// Ends a rebuild. Keys: ready, rebuild, erased. Argument: token. Answers 0 when another one has begun.
  static let finish = """
    if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
    redis.call('SET', KEYS[1], ARGV[1])
    redis.call('DEL', KEYS[2], KEYS[3])
    return 1
    """
}
