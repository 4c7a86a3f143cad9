// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads the kernel's scheduler statistics of each thread of this process: how long it ran, how long it waited for a
 * processor, both in nanoseconds, and how often it got one. They are the three fields of {@code
 * /proc/PID/task/TID/schedstat}, which the page sched-stats of the kernel's documentation describes. They are summed by
 * the role of the threads, which follows from their names. Not thread-safe.
 */
public final class ThreadAccounts {
    private static final int RAN = 0;
    private static final int WAITED = 1;
    private static final int TURNS = 2;
    private static final long[] NOTHING = new long[TURNS + 1];

    private final Path tasks;
    private final Map<String, Account> accounts = new HashMap<>();
    private final Map<Kind, long[]> sums = new EnumMap<>(Kind.class);
    private long readings;

    /**
     * Cumulative sums since the first reading. The time of a thread between the last reading and its end is not
     * included.
     */
    public record Sums(long driveNanos, long driveWaitNanos, long driveTurns, long collectorNanos, long compilerNanos) {
        /** The sums of a system that does not report them. */
        static final Sums NOT_KNOWN = new Sums(-1, -1, -1, -1, -1);
    }

    private enum Kind {
        /**
         * Event loops, users, supervisors and probes, by the names that the drive gives them; then the carriers of
         * virtual threads.
         */
        DRIVE("plateau-\\d.*|ForkJoinPool-1.*|VirtualThread-u.*|(Read-|Write-|Master)Poller.*"),
        COLLECTOR("GC .*|G1 .*|Z.*|Shenandoah.*|VM Thread"),
        COMPILER("C[12] Compiler.*|JVMCI.*"),
        OTHER("(?s).*");

        private final Pattern names;

        Kind(String names) {
            this.names = Pattern.compile(names);
        }

        static Kind of(Path thread) {
            String name = HostFiles.read(thread.resolve("comm")).orElse("");
            return Arrays.stream(values())
                    .filter(kind -> kind.names.matcher(name).matches())
                    .findFirst()
                    .orElse(OTHER);
        }
    }

    private static final class Account {
        private Kind kind;
        private boolean isNamed;
        private long[] last;
        private long lastReading;

        Account(Kind kind, long[] last) {
            this.kind = kind;
            this.last = last;
        }
    }

    /**
     * Creates the statistics of threads whose files are in the subfolders of a folder; they count from the first
     * reading.
     */
    public ThreadAccounts(Path tasks) {
        this.tasks = tasks;
    }

    public Sums sums() {
        readings++;
        boolean found = false;
        for (Path folder : HostFiles.entries(tasks, id -> true)) {
            for (String[] fields : HostFiles.lines(folder.resolve("schedstat"), ran -> true, TURNS + 1)) {
                found = true;
                long[] figures = new long[TURNS + 1];
                Arrays.setAll(figures, i -> HostFiles.number(fields, i));
                add(folder, figures);
            }
        }
        accounts.values().removeIf(account -> account.lastReading != readings);
        return found
                ? new Sums(
                        sum(Kind.DRIVE, RAN),
                        sum(Kind.DRIVE, WAITED),
                        sum(Kind.DRIVE, TURNS),
                        sum(Kind.COLLECTOR, RAN),
                        sum(Kind.COMPILER, RAN))
                : Sums.NOT_KNOWN;
    }

    private long sum(Kind kind, int figure) {
        return sums.getOrDefault(kind, NOTHING)[figure];
    }

    private void add(Path folder, long[] figures) {
        // Time before the first reading does not count.
        Account account = accounts.computeIfAbsent(
                folder.getFileName().toString(),
                id -> new Account(Kind.of(folder), readings == 1 ? figures : new long[figures.length]));
        if (account.lastReading > 0 && !account.isNamed) {
            // A thread gets its name shortly after its start.
            account.kind = Kind.of(folder);
            account.isNamed = true;
        }
        long[] sum = sums.computeIfAbsent(account.kind, kind -> new long[TURNS + 1]);
        for (int i = 0; i < sum.length; i++) {
            // An id may have been reused for a new thread.
            sum[i] += figures[i] >= account.last[i] ? figures[i] - account.last[i] : figures[i];
        }
        account.last = figures;
        account.lastReading = readings;
    }
}
