// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * How fast a thread computes that needs nobody, per processor time that it gets: what a machine does to each figure of that
 * kind when more of its processors are busy. A program for {@code verification/rig-scale}.
 */
public final class LoopSpeed {
    private static final int STEPS = 10_000;
    private static final int WARM_UP = 200;

    private final int[] memory;
    private final int garbage;
    private int place;
    private byte[] latest = {};

    private LoopSpeed(int kibibytes, int garbage) {
        memory = new int[kibibytes << 8];
        this.garbage = garbage;
    }

    /** Memory in KiB, a power of two; bytes of garbage that each step makes; and seconds. Prints steps per microsecond. */
    public static void main(String[] arguments) {
        LoopSpeed loop = new LoopSpeed(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
        for (int each = 0; each < WARM_UP; each++) {
            loop.run();
        }
        long until = System.nanoTime() + Long.parseLong(arguments[2]) * 1_000_000_000L;
        long before = processorNanos();
        long steps = 0;
        while (System.nanoTime() - until < 0) {
            loop.run();
            steps += STEPS;
        }
        System.out.printf(Locale.ROOT, "%.1f%n", steps * 1e3 / (processorNanos() - before));
    }

    /** Each step reads and writes at a place that no prefetcher foresees. */
    private void run() {
        for (int step = 0; step < STEPS; step++) {
            place = (place * 1_664_525 + 1_013_904_223) & (memory.length - 1);
            memory[place] += latest.length;
            if (garbage > 0) {
                latest = new byte[garbage];
            }
        }
    }

    private static long processorNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
