// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the kernel's statistics of each thread of this process: how long it ran and how long it was ready to run
 * without a processor, in nanoseconds, and how often it got a processor ({@code /proc/PID/task/TID/schedstat}, as
 * sched-stats of the kernel's documentation describes its three fields). They are summed by the role of the threads,
 * which follows from their names. Not thread-safe.
 */
public final class ThreadAccounts {
    private static final String SCHEDSTAT = "schedstat";
    /**
     * Event loops, users, supervisors and probes, by the names that the drive gives them; then the carriers of virtual
     * threads.
     */
    private static final Pattern DRIVE =
            Pattern.compile("plateau-\\d.*|ForkJoinPool-1.*|VirtualThread-u.*|(Read-|Write-|Master)Poller.*");

    private static final Pattern COLLECTOR = Pattern.compile("GC .*|G1 .*|Z.*|Shenandoah.*|VM Thread");
    private static final Pattern COMPILER = Pattern.compile("C[12] Compiler.*|JVMCI.*");

    private final Path tasks;
    private final Map<String, Account> accounts = new HashMap<>();
    private Sums sums = new Sums(0, 0, 0, 0, 0);
    private long looks;

    /**
     * Cumulative sums since the first reading. The time of a thread between the last reading and its end is not
     * included.
     */
    public record Sums(long driveNanos, long driveWaitNanos, long driveTurns, long collectorNanos, long compilerNanos) {
        private Sums drive(long ran, long waited, long turns) {
            return new Sums(
                    driveNanos + ran, driveWaitNanos + waited, driveTurns + turns, collectorNanos, compilerNanos);
        }

        private Sums collector(long ran) {
            return new Sums(driveNanos, driveWaitNanos, driveTurns, collectorNanos + ran, compilerNanos);
        }

        private Sums compiler(long ran) {
            return new Sums(driveNanos, driveWaitNanos, driveTurns, collectorNanos, compilerNanos + ran);
        }
    }

    private enum Kind {
        DRIVE,
        COLLECTOR,
        COMPILER,
        OTHER;

        static Kind of(String name) {
            if (ThreadAccounts.DRIVE.matcher(name).matches()) {
                return DRIVE;
            }
            if (ThreadAccounts.COLLECTOR.matcher(name).matches()) {
                return COLLECTOR;
            }
            return ThreadAccounts.COMPILER.matcher(name).matches() ? COMPILER : OTHER;
        }
    }

    private static final class Account {
        private Kind kind;
        private boolean named;
        private long cpuNanos;
        private long waitNanos;
        private long turns;
        private long look;

        Account(Kind kind) {
            this.kind = kind;
        }
    }

    /**
     * Creates the statistics of threads whose files are in the subfolders of a folder; they count from the first
     * reading.
     */
    public ThreadAccounts(Path tasks) {
        this.tasks = tasks;
    }

    /** The current sums, null when the system does not report them. */
    public @Nullable Sums sums() {
        looks++;
        boolean found = false;
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(tasks)) {
            for (Path folder : folders) {
                long[] figures = HostFiles.read(folder.resolve(SCHEDSTAT))
                        .map(ThreadAccounts::figures)
                        .orElse(null);
                if (figures != null) {
                    found = true;
                    add(folder, figures[0], figures[1], figures[2]);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return null;
        }
        accounts.values().removeIf(account -> account.look != looks);
        return found ? sums : null;
    }

    private static long @Nullable [] figures(String schedstat) {
        String[] fields = schedstat.split(" ", -1);
        try {
            return new long[] {Long.parseLong(fields[0]), Long.parseLong(fields[1]), Long.parseLong(fields[2].strip())};
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return null;
        }
    }

    private void add(Path folder, long cpuNanos, long waitNanos, long turns) {
        String id = folder.getFileName().toString();
        Account account = accounts.get(id);
        if (account == null) {
            account = new Account(kind(folder));
            accounts.put(id, account);
            if (looks == 1) {
                // Time before the first reading does not count.
                account.cpuNanos = cpuNanos;
                account.waitNanos = waitNanos;
                account.turns = turns;
            }
        } else if (!account.named) {
            // A thread gets its name shortly after its start.
            account.kind = kind(folder);
            account.named = true;
        }
        // An id may have been reused for a new thread.
        long ran = cpuNanos >= account.cpuNanos ? cpuNanos - account.cpuNanos : cpuNanos;
        long waited = waitNanos >= account.waitNanos ? waitNanos - account.waitNanos : waitNanos;
        long turned = turns >= account.turns ? turns - account.turns : turns;
        account.cpuNanos = cpuNanos;
        account.waitNanos = waitNanos;
        account.turns = turns;
        account.look = looks;
        sums = switch (account.kind) {
            case DRIVE -> sums.drive(ran, waited, turned);
            case COLLECTOR -> sums.collector(ran);
            case COMPILER -> sums.compiler(ran);
            case OTHER -> sums;
        };
    }

    private static Kind kind(Path folder) {
        return HostFiles.read(folder.resolve("comm")).map(Kind::of).orElse(Kind.OTHER);
    }
}
