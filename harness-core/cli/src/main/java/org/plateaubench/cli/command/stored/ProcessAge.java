// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The age of this process. The JDK reports the start as wall-clock time, which is only precise to a second on Linux;
 * the difference of two times since the boot is precise to 10 ms. Stateless; thread-safe.
 */
final class ProcessAge {
    /** Ticks per second in {@code /proc/PID/stat}, the same on all architectures. */
    private static final double TICKS_PER_SECOND = 100;
    /** Index of the field {@code starttime} after the name, see proc(5). */
    private static final int START_TIME = 19;

    private ProcessAge() {}

    /** The age, with a resolution of 10 ms; zero if the platform does not report it. */
    static Duration now() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            double up =
                    Double.parseDouble(Files.readString(Path.of("/proc/uptime")).split(" ", -1)[0]);
            double age = up - Double.parseDouble(fields[START_TIME]) / TICKS_PER_SECOND;
            return Duration.ofMillis(Math.max(0, Math.round(1000 * age)));
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
            return Duration.ZERO;
        }
    }
}
