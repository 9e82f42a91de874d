"""DURIAN on Apache Spark: the report of `durian cluster`, the same bytes, read by many machines.

    durian spark > durian_job.py
    spark-submit --master MASTER durian_job.py --durian PATH DOCKET... -o OUT [options]

    --durian PATH   the program, for the machines of the executors; it is sent to them
    --work DIR      where parts of the docket are kept meanwhile [default: the folder for temporary files]
    --parts N       into how many parts the docket is cut [default: three for each core]

All others are options of `durian cluster`. DOCKET, DIR and OUT must be seen by all machines under the same path:
on one machine that is any folder, on a cluster a file system that all mount (NFS, Lustre, EFS, DBFS, a mounted
bucket). With --each every docket is one task, and the executors write into OUT, too; where DOCKET is a file with
many dockets, each task reads all of it.

What runs where:
    plan     driver      inputs are listed and parted by bytes; large mailboxes, JSONL and tables are cut
    read     executors   files are opened, decoded, cut into zones, hashed; copies of a text are kept once a part
    cluster  driver      what all comments together tell, and the report folder

A task that is lost or runs twice does no harm: each writes its file whole, and the same bytes. Every task is one
`durian` with spark.task.cpus threads; give executors memory for it beside Python's, 1 GB for each task
(spark.executor.memoryOverhead).

Exit codes: those of `durian cluster`.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from pyspark import SparkFiles
from pyspark.sql import SparkSession

# What a task says that failed stands between these.
SAID, END = "durian says: ", " (end of what it says)"
# Exit codes of a run that did what it should: done; done, but some inputs could not be read.
DONE = (0, 3)


def options(arguments):
    """Takes the job's own options out of the command line."""
    own, rest = {"--durian": None, "--work": None, "--parts": None}, []
    words = iter(arguments)
    for word in words:
        name, equals, value = word.partition("=")
        if name in own:
            own[name] = value if equals else next(words, None)
            if not own[name]:
                usage(f"{name} needs a value")
        else:
            rest.append(word)
    if not own["--durian"]:
        usage("--durian PATH is missing")
    if not os.access(own["--durian"], os.X_OK):
        usage(f"--durian: `{own['--durian']}` is no program")
    parts = own["--parts"]
    if parts and not parts.isdigit():
        usage("--parts needs a number")
    return os.path.abspath(own["--durian"]), own["--work"], int(parts or 0), rest


def usage(problem):
    print(f"durian: {problem}\n{__doc__}", file=sys.stderr)
    sys.exit(2)


def durian_of_node(name):
    """The program as it was sent to the machine that a task runs on."""
    program = SparkFiles.get(name)
    if not os.access(program, os.X_OK):
        raise RuntimeError(f"{SAID}the program is missing on {socket.gethostname()} (`{program}`){END}")
    return program


def run(command):
    """Runs a command in a task; that it fails is told in its own words, without the words of Python."""
    sys.tracebacklimit = 0
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError as error:
        raise RuntimeError(f"{SAID}it cannot be run on {socket.gethostname()}: {error}{END}") from None
    if done.returncode not in DONE:
        raise RuntimeError(f"{SAID}{told(done)} [on {socket.gethostname()}]{END}")


def told(done):
    """What a command said that failed."""
    said = done.stderr.decode("utf-8", "replace").strip()
    return said or f"durian: it was stopped ({done.returncode}); where that is -9, give executors more memory"


def read_part(part, program, threads):
    """Reads a part of the docket; the shard stands beside it then."""
    run([durian_of_node(program), "read", "--quiet", "--part", part, "--threads", threads])


def cluster_docket(docket, program, threads, rest, folder):
    """Clusters one docket of many. That it fails stops no other: the reason is returned, not raised."""
    command = [durian_of_node(program), "cluster", *rest, "--quiet", "--only", docket, "--threads", threads]
    # Paths are those of the folder in which the job was begun.
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False, cwd=folder)
    if done.returncode in DONE:
        return docket, None
    try:
        return docket, json.loads(done.stdout)
    except ValueError:
        return docket, told(done)


class Job:
    """One run on a Spark session."""

    def __init__(self, durian, rest):
        self.durian, self.rest = durian, rest
        self.name = os.path.basename(durian)
        self.spark = SparkSession.builder.appName("durian").getOrCreate()
        self.context = self.spark.sparkContext
        self.context.setLogLevel("ERROR")
        self.context.addFile(durian)
        self.threads = self.context.getConf().get("spark.task.cpus", "1")

    def stage(self, stage, items, task):
        """Runs a task for each item, and gives what they return. Spark's page shows its name."""
        self.context.setJobDescription(f"durian: {stage} ({len(items)} tasks)")
        tasks = self.context.parallelize(items, len(items)).setName(stage)
        return tasks.map(task).collect()

    def plan(self, *more):
        """What `durian plan` prints; where it fails, it has said why."""
        plan = [self.durian, "plan", *self.rest, *more]
        done = subprocess.run(plan, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False)
        if done.returncode != 0:
            sys.exit(done.returncode)
        return json.loads(done.stdout)

    def one_docket(self, work, n_parts):
        """Reads a docket part by part, and clusters it on the driver."""
        n_parts = n_parts or 3 * self.context.defaultParallelism
        parts = self.plan("--parts", str(n_parts), "--plan", work)
        name, threads = self.name, self.threads
        self.stage("read", parts, lambda part: read_part(part, name, threads))
        self.context.setJobDescription("durian: cluster (driver)")
        command = [self.durian, "cluster", *self.rest, "--plan", work]
        return subprocess.run(command, check=False).returncode

    def each_docket(self, work):
        """Clusters every docket by itself, and lists what became of them."""
        dockets = self.plan()
        name, threads, rest, folder = self.name, self.threads, self.rest, os.getcwd()
        done = self.stage("cluster each", dockets, lambda it: cluster_docket(it, name, threads, rest, folder))
        listed = os.path.join(work, "dockets.json")
        with open(listed, "w", encoding="utf-8") as file:
            json.dump(dict(done), file)
        quiet = ["--quiet"] if {"-q", "--quiet"} & set(rest) else []
        return subprocess.run([self.durian, "index", output(rest), "--dockets", listed, *quiet], check=False).returncode


def output(rest):
    """The folder for reports, as `durian cluster` takes it."""
    for at, word in enumerate(rest):
        if word in ("-o", "--output"):
            return rest[at + 1]
        if word.startswith("--output="):
            return word.partition("=")[2]
        if word.startswith("-o"):
            return word[2:]
    return "durian-report"


def said(error):
    """What a task said that failed, without Java's and Python's words around it."""
    found = re.search(re.escape(SAID) + "(.*?)" + re.escape(END), str(error), re.DOTALL)
    if found:
        return found.group(1)
    return "durian: Spark stopped the job: " + (str(error).strip().splitlines() or ["no reason given"])[0]


def remove(work):
    """Removes the parts. Where one task failed, others may still be writing theirs: what they add is removed, too."""
    for _ in range(100):
        shutil.rmtree(work, ignore_errors=True)
        if not os.path.exists(work):
            return
        time.sleep(0.1)
    print(f"durian: `{work}` cannot be removed; it holds parts of the docket", file=sys.stderr)


def main():
    durian, work, n_parts, rest = options(sys.argv[1:])
    # Parts lie beside those of other runs; they go when this one ends.
    work, job, failure = tempfile.mkdtemp(prefix="durian-", dir=work and os.path.abspath(work)), None, None
    try:
        job = Job(durian, rest)
        code = job.each_docket(work) if "--each" in rest else job.one_docket(work, n_parts)
        if code < 0:  # A signal leaves no words.
            code, failure = 1, f"durian: it was stopped on the driver ({code}); where that is -9, give it more memory"
    except Exception as error:  # Whatever Spark throws: a person reads it.
        code, failure = 1, said(error)
    finally:
        try:
            if job:
                job.spark.stop()
        finally:
            remove(work)
    if failure:
        print(failure, file=sys.stderr)
    sys.exit(code)


if __name__ == "__main__":
    main()
