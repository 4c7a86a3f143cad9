// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.histogram.SparseHistogram;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.CpuUse;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/** Writes the parts of an interval in the form of {@link IntervalBytes}. Not thread-safe. */
final class IntervalByteWriter {
    final Map<String, Integer> names = new LinkedHashMap<>();
    byte[] bytes = new byte[1 << 12];
    int size;

    private void room(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
        }
    }

    void number(long number) {
        room(10);
        long left = number;
        while ((left & ~0x7fL) != 0) {
            bytes[size++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        bytes[size++] = (byte) left;
    }

    void numbers(long... numbers) {
        for (long number : numbers) {
            number(number);
        }
    }

    void decimals(double... numbers) {
        for (double number : numbers) {
            room(Double.BYTES);
            ByteBuffer.wrap(bytes).putDouble(size, number);
            size += Double.BYTES;
        }
    }

    void bytes(byte[] more, int length) {
        room(length);
        System.arraycopy(more, 0, bytes, size, length);
        size += length;
    }

    void text(String text) {
        number(text.length());
        text.chars().forEach(this::number);
    }

    void name(String name) {
        number(names.computeIfAbsent(name, key -> names.size()));
    }

    /** Puts the length of what was written since a place before it. */
    void insertLength(int start) {
        int end = size;
        number((long) end - start);
        byte[] length = Arrays.copyOfRange(bytes, end, size);
        System.arraycopy(bytes, start, bytes, start + length.length, end - start);
        System.arraycopy(length, 0, bytes, start, length.length);
    }

    <T> void list(List<T> list, Consumer<T> item) {
        number(list.size());
        list.forEach(item);
    }

    private <T> void optional(@Nullable T value, Consumer<T> written) {
        number(value == null ? 0 : 1);
        if (value != null) {
            written.accept(value);
        }
    }

    private <K, V> void map(Map<K, V> map, BiConsumer<K, V> entry) {
        number(map.size());
        map.forEach(entry);
    }

    private void counts(Map<String, Long> counts) {
        map(counts, (name, count) -> {
            name(name);
            number(count);
        });
    }

    private void cells(Map<Integer, Long> counts) {
        map(counts, (cell, count) -> {
            numbers(cell, count);
        });
    }

    void health(AgentHealth health) {
        numbers(health.longestStallNanos(), health.longestPauseNanos());
        decimals(health.processCpuShare(), health.hostCpuShare());
        numbers(health.heapUsedBytes(), health.threads());
        CpuUse cpu = health.cpu();
        decimals(
                cpu.cores(),
                cpu.driveCores(),
                cpu.collectorCores(),
                cpu.compilerCores(),
                cpu.availableCores(),
                cpu.driveWait(),
                cpu.driveTurnsPerSecond(),
                cpu.throttled());
    }

    void workload(WorkloadInterval workload) {
        list(workload.lines(), this::line);
        list(workload.lags(), this::lag);
        WorkloadInterval.Levels levels = workload.levels();
        numbers(levels.liveUsers(), levels.inFlight(), levels.queued(), levels.lostUsers(), levels.backlog());
        schedule(workload.schedule());
        counts(workload.counters());
        map(workload.gauges(), (name, level) -> {
            name(name);
            decimals(level);
        });
    }

    @SuppressWarnings("EnumOrdinal") // The order of the kinds is part of the format.
    private void line(LineInterval line) {
        name(line.line());
        number(line.kind().ordinal());
        name(line.window().label());
        LineInterval.Counts counts = line.counts();
        numbers(
                counts.issued(),
                counts.ok(),
                counts.declined(),
                counts.errors(),
                counts.abandoned(),
                counts.dropped(),
                counts.okEnds(),
                counts.censored(),
                counts.longestCensoredNanos());
        counts(line.errorsByClass());
        counts(line.declinedByReason());
        optional(line.response(), this::times);
        optional(line.service(), this::times);
        optional(line.error(), this::times);
    }

    private void lag(LagInterval lag) {
        name(lag.window().label());
        optional(lag.dispatch(), this::times);
        optional(lag.completion(), this::times);
        optional(lag.wakeUp(), this::times);
    }

    private void times(Times times) {
        numbers(times.sumNanos(), times.minNanos(), times.maxNanos(), times.overflow());
        SparseHistogram histogram = times.histogram();
        number(2L * histogram.size() + (histogram.isOfErrors() ? 1 : 0));
        int next = 0;
        for (int i = 0; i < histogram.size(); i++) {
            int zeros = histogram.index(i) - next;
            if (zeros > 0) {
                number(2L * zeros + 1);
            }
            number(histogram.count(i) << 1);
            next = histogram.index(i) + 1;
        }
    }

    private void schedule(ScheduleInterval schedule) {
        list(schedule.draws(), draws -> {
            name(draws.window().label());
            cells(draws.choices());
            cells(draws.gapNanos());
            numbers(
                    draws.freeGaps().count(),
                    draws.freeGaps().drawnNanos(),
                    draws.freeGaps().actualNanos());
        });
        optional(schedule.flow(), flow -> {
            numbers(flow.ended(), flow.busyNanos(), flow.idleNanos(), flow.errorServiceNanos(), flow.pendingNanos());
            optional(flow.inFlight(), seen -> {
                numbers(
                        seen.samples(),
                        seen.sum(),
                        seen.squares(),
                        seen.most(),
                        seen.handBackNanos(),
                        seen.ageNanos(),
                        seen.moved());
            });
        });
        list(schedule.attendance(), attendance -> {
            name(attendance.window().label());
            numbers(
                    attendance.lengthNanos(),
                    attendance.askedNanos(),
                    attendance.connectedNanos(),
                    attendance.joiningNanos(),
                    attendance.awayNanos());
        });
        list(schedule.evenness(), evenness -> {
            name(evenness.window().label());
            numbers(evenness.nanos(), evenness.looks());
            decimals(evenness.clumping());
            list(evenness.groups(), group -> numbers(group.firstUser(), group.users(), group.units(), group.waits()));
        });
    }
}
