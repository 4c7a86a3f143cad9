// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.history;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.plateaubench.engine.report.comparison.ComparedFigure.Better;

/**
 * How long the search for changes of a long history takes, which is a program of its own and no test: see docs/performance.md.
 * Arguments: number of runs, number of figures, how many of them change, each twice.
 */
final class LongHistory {
    private LongHistory() {}

    public static void main(String[] arguments) {
        int runs = Integer.parseInt(arguments[0]);
        int figures = Integer.parseInt(arguments[1]);
        int changing = Integer.parseInt(arguments[2]);
        long before = processorNanos();
        History history = History.of("long", runs(runs, figures, changing));
        double seconds = (processorNanos() - before) / 1e9;
        long changes = history.figures().stream()
                .mapToLong(figure -> figure.changes().size())
                .sum();
        System.out.printf(
                "%d runs, %d figures, %d of them change: the newest %d searched, %d changes, %.1f s of processor time%n",
                runs, figures, changing, history.rule().mostValues(), changes, seconds);
    }

    private static long processorNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static List<PastRun> runs(int count, int figures, int changing) {
        Random random = new Random(11);
        List<PastRun> runs = new ArrayList<>();
        for (int run = 0; run < count; run++) {
            List<PastRun.Value> values = new ArrayList<>();
            for (int figure = 0; figure < figures; figure++) {
                boolean isChanged = figure < changing && (run > count - 60 || (run > count - 120 && run <= count - 90));
                values.add(new PastRun.Value(
                        new PastRun.Key("store", "op" + figure, "p95", "ms", Better.LOWER),
                        random.nextGaussian(isChanged ? 104 : 100, 1),
                        false));
            }
            runs.add(new PastRun(
                    "run-" + run,
                    Instant.EPOCH.plusSeconds(run),
                    "completed",
                    "pass",
                    "standard",
                    Map.of("name", "long"),
                    Map.of(),
                    values));
        }
        return runs;
    }
}
