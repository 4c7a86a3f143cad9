// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import org.jspecify.annotations.Nullable;

/** The counts of a run, for the rows of {@link CustomMetrics}. Not thread-safe. */
public class Result {
    private static volatile @Nullable Result instance;

    private final DriverContext.Settings settings;
    /** Counts by operation: successes and errors of all phases, and of the steady one. */
    private final int[][] counts;

    /** Creates counts of 0; only for the harness. */
    public Result(DriverContext.Settings settings) {
        this.settings = settings;
        this.counts = new int[4][settings.operations().size()];
    }

    /** Counts an operation; only for the harness. */
    public final void count(int operation, boolean succeeded, boolean steady) {
        counts[succeeded ? 0 : 1][operation]++;
        if (steady) {
            counts[succeeded ? 2 : 3][operation]++;
        }
    }

    /** Adds the counts of another user; only for the harness. */
    public final void add(Result other) {
        for (int kind = 0; kind < counts.length; kind++) {
            for (int i = 0; i < counts[kind].length; i++) {
                counts[kind][i] += other.counts[kind][i];
            }
        }
    }

    /** Makes this the result that a driver gets; only for the harness. */
    public final void use() {
        instance = this;
    }

    /** The counts of all users while rows are computed, as in Faban; null before. */
    public static @Nullable Result getInstance() {
        return instance;
    }

    public int getSteadyState() {
        return (int) settings.steady().toSeconds();
    }

    public int getScale() {
        return settings.scale();
    }

    public double getMetric() {
        long sum = 0;
        for (int count : counts[2]) {
            sum += count;
        }
        return sum * 1e9 / settings.steady().toNanos();
    }

    public String[] getOpsNames() {
        return settings.operations().toArray(new String[0]);
    }

    public int getOpsCountTotal(String opsName) {
        return countOf(0, opsName);
    }

    public int getErrorCountTotal(String opsName) {
        return countOf(1, opsName);
    }

    public int getOpsCountSteady(String opsName) {
        return countOf(2, opsName);
    }

    public int getErrorCountSteady(String opsName) {
        return countOf(3, opsName);
    }

    private int countOf(int kind, String name) {
        return counts[kind][settings.operations().indexOf(name)];
    }
}
