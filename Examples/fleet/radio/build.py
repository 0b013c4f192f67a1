#!/usr/bin/env python3
"""Makes the fleet's map of access points and cells on Apache Spark: the same bytes as build.sql.

    build.py REPORTS FOLDER [--k 3] [--until 2026-11-29] [--days 180] [--master local-cluster[3,1,1024]]

REPORTS is what export.sql wrote: a file, or a folder of files. Makes FOLDER/access-points.csv and FOLDER/cells.csv. The rules are
those of rules.sql, which Spark reads as well. Needs PySpark 4.0 (pip install pyspark==4.0.5) and Java 17. Without --master, Spark
runs on this machine alone; spark://HOST:7077 names a cluster, which has to see REPORTS and FOLDER at the same paths.
"""
import argparse
import datetime
import os
import re
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
COLUMNS = "transmitter STRING, device BIGINT, lat BIGINT, lon BIGINT, accuracy BIGINT, day BIGINT, seq BIGINT"
TABLES = (("access-points.csv", "is_wifi", "bssid,lat,lon,accuracy"),
          ("cells.csv", "NOT is_wifi", "radio,mcc,net,area,cell,lat,lon,range"))


def rules(values):
    """The statements of rules.sql with the names behind colons filled in."""
    with open(os.path.join(HERE, "rules.sql"), encoding="utf-8") as file:
        text = "".join(line for line in file if not line.lstrip().startswith("--"))
    text = re.sub(r"(?<!:):([a-z]+)", lambda found: str(values[found[1]]), text)
    return [statement for statement in text.split(";") if statement.strip()]


def size(path):
    """Bytes of a file, or of the files of a folder."""
    if os.path.isdir(path):
        return sum(entry.stat().st_size for entry in os.scandir(path))
    return os.path.getsize(path)


def session(master, pieces):
    from pyspark.sql import SparkSession
    builder = SparkSession.builder.appName("radio map").master(master)
    for name, value in (("ui.enabled", "false"), ("sql.ansi.enabled", "true"), ("sql.session.timeZone", "UTC"),
                        ("ui.showConsoleProgress", "false")):
        builder = builder.config("spark." + name, value)
    if master.startswith("local"):
        # What runs here alone listens here alone.
        builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
    spark = builder.getOrCreate()
    # Small tables in few pieces; large ones in pieces that each fit the memory of a worker.
    spark.conf.set("spark.sql.shuffle.partitions", str(max(pieces, spark.sparkContext.defaultParallelism)))
    return spark


def write(spark, folder):
    made = spark.table("written").persist()
    for name, chosen, header in TABLES:
        parts = tempfile.mkdtemp(prefix="." + name, dir=folder)
        # Sorted as a whole: the parts, in the order of their names, are one sorted file.
        made.where(chosen).orderBy("transmitter").select("line").write.mode("overwrite").text(parts)
        with open(os.path.join(folder, name + ".new"), "wb") as file:
            file.write(header.encode() + b"\n")
            for part in sorted(os.listdir(parts)):
                if part.startswith("part-"):
                    with open(os.path.join(parts, part), "rb") as piece:
                        shutil.copyfileobj(piece, file)
        shutil.rmtree(parts)
    # Both or, if anything has failed, those of before.
    for name, _, _ in TABLES:
        os.replace(os.path.join(folder, name + ".new"), os.path.join(folder, name))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reports")
    parser.add_argument("folder")
    parser.add_argument("--k", type=int, default=3)
    yesterday = datetime.datetime.now(datetime.timezone.utc).date() - datetime.timedelta(days=1)
    parser.add_argument("--until", type=datetime.date.fromisoformat, default=yesterday)
    parser.add_argument("--days", type=int, default=180)
    parser.add_argument("--master", default="local[*]")
    options = parser.parse_args()
    if options.k < 3 or options.days < 1:
        sys.exit("k must be 3 or more, and days 1 or more: of two reports, one decides")
    if options.master.startswith("local"):
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    spark = session(options.master, size(options.reports) >> 25)
    try:
        spark.read.csv(options.reports, schema=COLUMNS, mode="FAILFAST").createOrReplaceTempView("report")
        values = {"k": options.k, "days": options.days, "whole": "div", "text": "string",
                  "until": (options.until - datetime.date(1970, 1, 1)).days}
        for statement in rules(values):
            spark.sql(statement)
        write(spark, options.folder)
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
