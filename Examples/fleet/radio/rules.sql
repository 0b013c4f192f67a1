-- The rules by which reports of devices become the map. PostgreSQL and Spark both read this text, so that the arithmetic
-- stands once; build.sql and build.py fill in the names that begin with a colon:
--   :k       devices that must agree on a place
--   :until   the last day that counts, in days since 1970
--   :days    how many days count, the last one included
--   :whole   the operator that divides whole numbers: / or div
--   :text    the type of text: text or string
-- Input is the view `report` (transmitter, device, lat, lon, accuracy, day, seq): all whole numbers of 64 bits; lat and lon
-- in 1e-7 degrees, accuracy in metres: the 68 % radius of an access point, the range of a cell. A transmitter is written
-- aa:bb:cc:dd:ee:ff or RADIO-MCC-MNC-AREA-CELL. Lengths below are centimetres, their squares at most 8.1e18.
CREATE TEMPORARY VIEW placed AS
WITH eligible AS (
  SELECT transmitter, device, lat, lon, accuracy, day, seq, transmitter LIKE '%:%' AS is_wifi FROM report
  WHERE day <= :until AND day > :until - :days
    AND lat BETWEEN -900000000 AND 900000000 AND lon BETWEEN -1800000000 AND 1800000000
    -- Within 0.0001 degrees of 0, 0 is where those are that know no place; `cairn radio import` refuses such places.
    AND NOT (abs(lat) < 1000 AND abs(lon) < 1000)
    AND CASE
      -- 200 m is the most that `cairn radio import` takes for the place of an observation. The second digit holds the bits of
      -- group and of locally administered addresses, which must both be 0.
      WHEN transmitter LIKE '%:%' THEN accuracy BETWEEN 1 AND 200
        AND length(transmitter) = 17 AND translate(transmitter, '0123456789abcdef', '') = ':::::'
        AND transmitter LIKE '__:__:__:__:__:__' AND substr(transmitter, 2, 1) IN ('0', '4', '8', 'c')
        AND transmitter <> '00:00:00:00:00:00'
      -- 35 km is half of the longest side of the places at which a device learns one cell. Only the area may be unknown.
      ELSE accuracy BETWEEN 1 AND 35000 AND length(transmitter) <= 40
        AND translate(transmitter, '0123456789', '') IN ('GSM----', 'UMTS----', 'WCDMA----', 'LTE----', 'NR----', 'NBIOT----')
        AND transmitter LIKE '%-_%-_%-%-_%' END
), newest AS (
  -- One voice for each device: its newest report. Of equal ones any: all that follows depends on these columns alone.
  SELECT transmitter, is_wifi, lat, lon, accuracy, row_number() OVER (
      PARTITION BY transmitter, device ORDER BY day DESC, seq DESC, accuracy, lat, lon) AS age
  FROM eligible
), told AS (
  SELECT transmitter, is_wifi, lat, lon, accuracy, count(*) OVER (PARTITION BY transmitter) AS devices,
    count(CASE WHEN abs(lon) > 900000000 THEN 1 END) OVER (PARTITION BY transmitter) AS beyond
  FROM newest WHERE age = 1
), turned AS (
  -- Longitudes count from 180 degrees where most devices are nearer to that, so that neighbours across it are neighbours.
  -- Most: a single report cannot move the cut into the places of the others.
  SELECT transmitter, is_wifi, lat, accuracy, devices,
    CASE WHEN beyond * 2 > devices AND lon < 0 THEN lon + 3600000000 ELSE lon END AS lon
  FROM told WHERE devices >= :k
), ranked AS (
  SELECT transmitter, is_wifi, lat, lon, accuracy, devices,
    row_number() OVER (PARTITION BY transmitter ORDER BY lat) AS lat_rank,
    row_number() OVER (PARTITION BY transmitter ORDER BY lon) AS lon_rank,
    row_number() OVER (PARTITION BY transmitter ORDER BY accuracy) AS accuracy_rank
  FROM turned
), middled AS (
  -- Lower medians: of an even number the smaller one of the two in the middle.
  SELECT transmitter, is_wifi, lat, lon, accuracy, devices,
    max(CASE WHEN lat_rank = (devices + 1) :whole 2 THEN lat END) OVER (PARTITION BY transmitter) AS middle_lat,
    max(CASE WHEN lon_rank = (devices + 1) :whole 2 THEN lon END) OVER (PARTITION BY transmitter) AS middle_lon,
    max(CASE WHEN accuracy_rank = (devices + 1) :whole 2 THEN accuracy END) OVER (PARTITION BY transmitter) AS middle_accuracy
  FROM ranked
), apart AS (
  -- A degree of a sphere of the earth's mean radius is 111195 m.
  SELECT transmitter, is_wifi, accuracy, devices, middle_lat, middle_lon, middle_accuracy,
    (abs(lat - middle_lat) * 111195) :whole 100000 AS north,
    least(abs(lon - middle_lon), 3600000000 - abs(lon - middle_lon)) AS turn,
    (abs(middle_lat) :whole 100000) * (abs(middle_lat) :whole 100000) AS square
  FROM middled
), narrowed AS (
  -- The cosine of x degrees is (32400 - 4 x^2) / (32400 + x^2) to 0.0017, and 2 % of itself at the poles (Bhaskara I); here
  -- x is in hundredths of a degree.
  SELECT transmitter, is_wifi, accuracy, devices, middle_lat, middle_lon, middle_accuracy, north,
    (((turn * (324000000 - 4 * square)) :whole (324000000 + square)) * 111195) :whole 100000 AS east
  FROM apart
), spread AS (
  -- An access point is not heard at 300 m, where devices take it to have moved as well; so reports 1 km apart never agree.
  SELECT transmitter, is_wifi, accuracy, devices, middle_lat, middle_lon, middle_accuracy,
    north * north + east * east AS squared,
    north * north + east * east <= CASE WHEN is_wifi THEN 900000000 ELSE 12250000000000 END AS is_near
  FROM narrowed
), judged AS (
  -- What is ordered: of an access point the squared distance; of a cell how far away this device heard it, in metres.
  SELECT transmitter, is_wifi, devices, middle_lat, middle_lon, middle_accuracy, is_near,
    CASE WHEN is_wifi THEN squared ELSE CAST(ceil(sqrt(squared) / 100) AS bigint) + accuracy END AS reach,
    count(CASE WHEN is_near THEN 1 END) OVER (PARTITION BY transmitter) AS near
  FROM spread
), ordered AS (
  SELECT transmitter, is_wifi, devices, middle_lat, middle_lon, middle_accuracy, reach, near,
    row_number() OVER (PARTITION BY transmitter ORDER BY CASE WHEN is_near THEN 0 ELSE 1 END, reach) AS reach_rank
  FROM judged
  -- One device that tells another place is never believed, nor a few among many; if more than one in eight does, the
  -- transmitter moves.
  WHERE near >= :k AND (devices - near <= 1 OR (devices - near) * 8 <= devices)
    AND NOT (abs(middle_lat) < 1000 AND abs(middle_lon) < 1000)
)
-- Ranks that are rounded down leave the farthest device out, so that one that lies cannot widen a radius.
SELECT transmitter, is_wifi, middle_lat AS lat,
  CASE WHEN middle_lon > 1800000000 THEN middle_lon - 3600000000 ELSE middle_lon END AS lon,
  CASE WHEN is_wifi THEN
    CAST(ceil(sqrt(middle_accuracy * middle_accuracy * 10000
      + max(CASE WHEN reach_rank = (near * 68) :whole 100 THEN reach END)) / 100) AS bigint)
  ELSE greatest(1000, least(200000, max(CASE WHEN reach_rank = least(near - 1, (near * 95) :whole 100) THEN reach END)))
  END AS radius
FROM ordered GROUP BY transmitter, is_wifi, middle_lat, middle_lon, middle_accuracy, near;

-- A row of the tables that `cairn radio import` takes: bssid,lat,lon,accuracy or radio,mcc,net,area,cell,lat,lon,range.
CREATE TEMPORARY VIEW written AS
SELECT transmitter, is_wifi, translate(transmitter, '-', ',')
  || CASE WHEN lat < 0 THEN ',-' ELSE ',' END || CAST(abs(lat) :whole 10000000 AS :text)
  || '.' || lpad(CAST(abs(lat) % 10000000 AS :text), 7, '0')
  || CASE WHEN lon < 0 THEN ',-' ELSE ',' END || CAST(abs(lon) :whole 10000000 AS :text)
  || '.' || lpad(CAST(abs(lon) % 10000000 AS :text), 7, '0')
  || ',' || CAST(radius AS :text) AS line
FROM placed;
