// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process, from {@code /proc/PID/stat} as proc(5) describes it. Times are in the kernel's steps of
 * {@link HostCpu#TICK_NANOS}; the time of children is that of ended children for which the process has waited.
 */
record ProcessStat(String name, String state, long parentId, long ownTicks, long childTicks, long startTicks) {
    private static final int FIELDS = 20;

    /** The process of a folder of proc(5), null if there is none. The name may itself contain blanks and brackets. */
    static @Nullable ProcessStat read(Path folder) {
        String text = HostFiles.read(folder.resolve("stat")).orElse("");
        int open = text.indexOf('(');
        int close = text.lastIndexOf(')');
        String[] fields = text.substring(close + 1).strip().split(" ", -1);
        return open < 0 || close < open || fields.length < FIELDS
                ? null
                : new ProcessStat(
                        text.substring(open + 1, close),
                        fields[0],
                        Long.parseLong(fields[1]),
                        Long.parseLong(fields[11]) + Long.parseLong(fields[12]),
                        Long.parseLong(fields[13]) + Long.parseLong(fields[14]),
                        Long.parseLong(fields[19]));
    }

    /** The folders of all processes. */
    static List<Path> folders(Path proc) {
        return HostFiles.entries(proc, name -> Character.isDigit(name.charAt(0)));
    }

    boolean isLive() {
        return !state.equals("Z") && !state.equals("X");
    }

    long ticks() {
        return ownTicks + childTicks;
    }
}
