// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The processes, as the operating system reports them. */
final class Processes {
    private Processes() {}

    /** Whether a process has ended; a zombie has. */
    static boolean isGone(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return afterName(stat)[0].equals("Z");
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            return !ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        }
    }

    static long session(long pid) {
        try {
            return Long.parseLong(afterName(Files.readString(Path.of("/proc/" + pid + "/stat")))[3]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String[] afterName(String stat) {
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    }

    /** Waits for a condition; returns false if it does not hold in time. */
    static boolean eventually(Duration limit, BooleanSupplier condition) {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadlineNanos > 0) {
                return false;
            }
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
        return true;
    }
}
