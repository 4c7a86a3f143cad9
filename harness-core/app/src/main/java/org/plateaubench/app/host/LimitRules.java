// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.host;

import static org.plateaubench.app.host.Advice.State.CHANGE;
import static org.plateaubench.app.host.Advice.State.NOTE;

import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.host.HostFacts;

/** Advice for a client host about memory and the possible number of users. */
record LimitRules(HostFacts facts) {
    /** Files that a run has open besides the connections of its users: jars, stored files, selectors. */
    static final long OWN_FILES = 256;

    /** Threads of a run besides those of its users. */
    static final long OWN_THREADS = 64;

    private static final long FEW_FILES = 4_096;
    private static final long FEW_THREADS = 4_096;
    private static final long FEW_PORTS = 20_000;
    private static final long EAGER_SWAPPINESS = 10;
    private static final double BYTES_PER_MEGABYTE = 1 << 20;

    Advice swap() {
        Long swap = facts.memory().swapBytes();
        Long used = facts.memory().swapUsedBytes();
        Long swappiness = facts.memory().swappiness();
        if (swap == null || used == null) {
            return Advice.unknown("Swap");
        }
        if (swap == 0) {
            return Advice.ok("Swap", "There is none.");
        }
        String found = String.format(
                Locale.ROOT,
                "%.0f of %.0f MB of swap space are in use, swappiness is %s.",
                used / BYTES_PER_MEGABYTE,
                swap / BYTES_PER_MEGABYTE,
                swappiness == null ? "not known" : swappiness.toString());
        String why = "A page of the load generator that was swapped out stops it for milliseconds.";
        if (used > 0) {
            return new Advice("Swap", CHANGE, found, why, "sudo swapoff -a   # when there is memory enough");
        }
        return swappiness == null || swappiness <= EAGER_SWAPPINESS
                ? Advice.ok("Swap", found)
                : new Advice("Swap", NOTE, found, why, "sudo sysctl vm.swappiness=1");
    }

    Advice openFiles() {
        Long files = facts.limits().openFiles();
        if (files == null) {
            return Advice.unknown("Open files");
        }
        String found = files == Long.MAX_VALUE
                ? "There is no limit."
                : "At most " + files + ", enough for " + Math.max(0, files - OWN_FILES)
                        + " users with a connection each.";
        return files >= FEW_FILES
                ? Advice.ok("Open files", found)
                : new Advice(
                        "Open files",
                        CHANGE,
                        found,
                        "A connection is a file: users beyond the limit fail with 'Too many open files'.",
                        "sudo prlimit --pid $$ --nofile=65536:65536   # for your shell and what it starts; for good:"
                                + " nofile in /etc/security/limits.conf");
    }

    Advice threads() {
        Long most = mostThreads(facts);
        if (most == null) {
            return Advice.unknown("Threads");
        }
        String found = most == Long.MAX_VALUE
                ? "There is no limit."
                : "At most " + most
                        + ", the smallest of the limits on processes, threads, their ids, and of the control"
                        + " group.";
        return most >= FEW_THREADS
                ? Advice.ok("Threads", found)
                : new Advice(
                        "Threads",
                        CHANGE,
                        found,
                        "Users on platform threads need one each, and a JVM that gets none ends the run.",
                        "sudo prlimit --pid $$ --nproc=65536:65536   # for the host: sudo sysctl kernel.pid_max=4194304"
                                + " kernel.threads-max=200000; for a container: --pids-limit");
    }

    static @Nullable Long mostThreads(HostFacts facts) {
        HostFacts.Limits limits = facts.limits();
        return Stream.of(limits.processes(), limits.processIds(), limits.threads(), limits.groupProcesses())
                .filter(limit -> limit != null)
                .min(Long::compare)
                .orElse(null);
    }

    Advice ports() {
        Long first = facts.network().firstPort();
        Long last = facts.network().lastPort();
        if (first == null || last == null) {
            return Advice.unknown("Ports");
        }
        long ports = last - first + 1;
        String found = ports + " ports for outgoing connections (" + first + " to " + last + ").";
        return ports >= FEW_PORTS
                ? Advice.ok("Ports", found)
                : new Advice(
                        "Ports",
                        CHANGE,
                        found,
                        "Each connection to one address and port of a SUT takes one, and for a minute after its end.",
                        "sudo sysctl net.ipv4.ip_local_port_range=\"15000 65535\"");
    }
}
