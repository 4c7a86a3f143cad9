// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How long ago this process began. The JDK reports the start on the clock of the host, which Linux knows to a second only; the
 * difference of two times since the boot is known to 10 ms. Stateless; any thread.
 */
final class ProcessAge {
    /** Ticks in a second of {@code /proc/PID/stat}, on every architecture that Linux has for applications. */
    private static final double TICKS_PER_SECOND = 100;
    /** Number of the field {@code starttime} behind the name, by proc(5). */
    private static final int START_TIME = 19;

    private ProcessAge() {}

    /** The age, to 10 ms; nothing where the platform does not report it. */
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
