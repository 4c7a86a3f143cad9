// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.SteadyBlocks;

/**
 * Simulated runs for the audit of steadiness: rate, 95th percentile and queue of every workload in blocks of 5 s, with
 * normal noise in which each block depends on the one before.
 */
final class SteadyRuns {
    /** The fault that is injected into one workload. */
    enum Fault {
        NONE,
        DRIFT,
        SHIFT,
        OUTAGE,
        SLOW_BLOCKS
    }

    /** The kinds of series in blocks. */
    static final List<SteadySeries.Kind> KINDS =
            List.of(SteadySeries.Kind.RATE, SteadySeries.Kind.P95, SteadySeries.Kind.QUEUE);

    static final int SECONDS_PER_BLOCK = 5;
    private static final double RATE = 200;
    private static final double P95 = 20;
    private static final double QUEUE = 10;

    private final RandomGenerator random;
    private final int blocks;
    private final int workloads;
    private final double noise;
    private final AutoregressiveNoise model;

    SteadyRuns(long seed, int minutes, int workloads, double noise, double correlation) {
        random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        this.blocks = minutes * 60 / SECONDS_PER_BLOCK;
        this.workloads = workloads;
        this.noise = noise;
        model = AutoregressiveNoise.standard(correlation);
    }

    int blocks() {
        return blocks;
    }

    int workloads() {
        return workloads;
    }

    AutoregressiveNoise model() {
        return model;
    }

    static double[] byBlock(int count, IntToDoubleFunction value) {
        double[] values = new double[count];
        Arrays.setAll(values, value);
        return values;
    }

    private double[] values(double level) {
        return values(level, model.sample(random, blocks));
    }

    private double[] values(double level, double[] deviations) {
        return Arrays.stream(deviations)
                .map(each -> Math.max(0, level * (1 + noise * each)))
                .toArray();
    }

    /** A series of a kind with the given noise. */
    SteadySeries series(SteadySeries.Kind kind, double[] deviations) {
        double level = switch (kind) {
            case RATE, LOG_RATE -> RATE;
            case P95, LOG_P95 -> P95;
            case QUEUE -> QUEUE;
        };
        return SteadySeries.of(kind, values(level, deviations));
    }

    /** The series of a clean run: every kind of the first workload, every kind of the next, and so on. */
    List<SteadySeries> series() {
        List<SteadySeries> series = new ArrayList<>();
        for (int i = 0; i < workloads; i++) {
            for (SteadySeries.Kind kind : KINDS) {
                series.add(series(kind, model.sample(random, blocks)));
            }
        }
        return series;
    }

    /** A run with a fault in its first workload. */
    List<SteadinessAudits.TestedWindow> run(Fault fault) {
        List<SteadinessAudits.TestedWindow> run = new ArrayList<>();
        for (int i = 0; i < workloads; i++) {
            double[] rates = values(RATE);
            double[] p95 = values(P95);
            double[] availableShare = new double[blocks * SECONDS_PER_BLOCK];
            Arrays.fill(availableShare, 1);
            if (i == 0) {
                inject(fault, rates, p95, availableShare);
            }
            run.add(window(i, rates, p95, availableShare, values(QUEUE)));
        }
        return run;
    }

    private void inject(Fault fault, double[] rates, double[] p95, double[] availableShare) {
        switch (fault) {
            case NONE -> {}
            case DRIFT -> {
                for (int i = 0; i < blocks; i++) {
                    rates[i] += RATE * 0.25 * ((i + 0.5) / blocks - 0.5);
                }
            }
            case SHIFT -> {
                int at = (int) (blocks * (0.2 + 0.6 * random.nextDouble()));
                for (int i = at; i < blocks; i++) {
                    rates[i] += RATE * 0.25;
                }
            }
            case OUTAGE -> {
                // At any instant, not only at the start of a slot.
                double length = availableShare.length * 0.05;
                double from = random.nextDouble() * (availableShare.length - length);
                for (int i = 0; i < availableShare.length; i++) {
                    availableShare[i] -= Math.clamp(Math.min(i + 1, from + length) - Math.max(i, from), 0, 1);
                }
            }
            case SLOW_BLOCKS -> {
                int length = Math.max(1, blocks / 10);
                int from = random.nextInt(blocks - length + 1);
                for (int i = from; i < from + length; i++) {
                    p95[i] *= 2;
                }
            }
        }
    }

    private static SteadinessAudits.TestedWindow window(
            int number, double[] rates, double[] p95, double[] availableShare, double[] queue) {
        List<SteadyBlocks.Slot> slots = new ArrayList<>();
        double[] seen = new double[rates.length];
        for (int i = 0; i < availableShare.length; i++) {
            double rate = rates[i / SECONDS_PER_BLOCK] * availableShare[i];
            seen[i / SECONDS_PER_BLOCK] += rate / SECONDS_PER_BLOCK;
            slots.add(new SteadyBlocks.Slot(true, Math.rint(rate), 0, 0, 0));
        }
        SteadyBlocks blocks = new SteadyBlocks(
                null,
                SteadyBlocks.Shape.EVEN,
                1,
                0,
                1,
                slots,
                SECONDS_PER_BLOCK,
                list(seen),
                list(p95),
                list(queue),
                List.of());
        return new SteadinessAudits.TestedWindow(Scope.workload(number + 1, "store"), blocks, false, 1);
    }

    /** A window that has slots and lines but no values per block. */
    static SteadyBlocks withoutBlockValues(
            SteadyBlocks.Shape shape,
            double operationsDueTogether,
            double unitSeconds,
            double secondsPerSlot,
            List<SteadyBlocks.Slot> slots,
            List<SteadyBlocks.Line> lines) {
        return new SteadyBlocks(
                null,
                shape,
                operationsDueTogether,
                unitSeconds,
                secondsPerSlot,
                slots,
                5,
                List.of(),
                List.of(),
                List.of(),
                lines);
    }

    static List<Double> list(double[] values) {
        return Arrays.stream(values).boxed().toList();
    }

    /** Returns the number of runs with a finding. */
    int detections(Fault fault, int runs) {
        int found = 0;
        for (int i = 0; i < runs; i++) {
            // Only the first workload has the fault: the others raise the required significance.
            List<AuditResult> audits = SteadinessAudits.of(run(fault));
            found += (fault == Fault.NONE ? audits : audits.subList(0, 2))
                            .stream().anyMatch(audit -> audit.state() == AuditResult.State.VIOLATED)
                    ? 1
                    : 0;
        }
        return found;
    }
}
