// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.histogram.SparseHistogram;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.Attendance;
import org.plateaubench.measure.interval.CpuUse;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.timeline.PhaseWindow;

/**
 * The bytes of an interval, as it is sent and stored. First comes what is known of the interval as a whole, then every
 * name once, then the workloads, each with its length, so that a reader can leave it out. Numbers have a variable
 * length. A histogram has an even number, its double, for each counter, and an odd one for a run of zeros. Stateless;
 * any thread.
 */
public final class IntervalBytes {
    private static final LineInterval.Kind[] KINDS = LineInterval.Kind.values();

    private IntervalBytes() {}

    public static byte[] of(IntervalSnapshot interval) {
        Writer body = new Writer();
        body.list(interval.workloads(), workload -> {
            body.number(workload.tile());
            body.name(workload.workload());
            int start = body.size;
            body.workload(workload);
            body.insertLength(start);
        });
        Writer whole = new Writer();
        whole.text(interval.agent());
        whole.numbers(interval.sequence(), interval.startNanos(), interval.endNanos(), interval.last() ? 1 : 0);
        whole.health(interval.health());
        whole.list(List.copyOf(body.names.keySet()), whole::text);
        whole.bytes(body.bytes, body.size);
        return Arrays.copyOf(whole.bytes, whole.size);
    }

    /**
     * Reads an interval with the workloads whose name is wanted.
     *
     * @throws IllegalArgumentException if the bytes are none
     */
    public static IntervalSnapshot read(byte[] bytes, int from, int to, Predicate<String> wanted) {
        try {
            Reader reader = new Reader(bytes, from, to);
            IntervalSnapshot head = head(reader);
            List<String> names = reader.list(() -> reader.text().intern());
            reader.names = names.toArray(String[]::new);
            reader.windows = new PhaseWindow[reader.names.length];
            List<WorkloadInterval> workloads = new ArrayList<>();
            for (int left = reader.size(); left > 0; left--) {
                int tile = (int) reader.number();
                String name = reader.name();
                int length = reader.size();
                int end = reader.at + length;
                if (wanted.test(name)) {
                    workloads.add(reader.workload(tile, name));
                    reader.require(reader.at == end);
                }
                reader.at = end;
            }
            reader.require(reader.at == to);
            return new IntervalSnapshot(
                    head.agent(),
                    head.sequence(),
                    head.startNanos(),
                    head.endNanos(),
                    head.last(),
                    workloads,
                    head.health());
        } catch (IndexOutOfBoundsException | ArithmeticException e) {
            throw new IllegalArgumentException("a broken interval", e);
        }
    }

    /** Reads an interval without its workloads, of which the bytes may lack the end. */
    public static IntervalSnapshot readHead(byte[] bytes, int from, int to) {
        try {
            return head(new Reader(bytes, from, to));
        } catch (IndexOutOfBoundsException | ArithmeticException e) {
            throw new IllegalArgumentException("a broken interval", e);
        }
    }

    private static IntervalSnapshot head(Reader reader) {
        String agent = reader.text().intern();
        long sequence = reader.number();
        long startNanos = reader.number();
        long endNanos = reader.number();
        boolean last = reader.number() != 0;
        return new IntervalSnapshot(agent, sequence, startNanos, endNanos, last, List.of(), reader.health());
    }

    private static final class Writer {
        private final Map<String, Integer> names = new LinkedHashMap<>();
        private byte[] bytes = new byte[1 << 12];
        private int size;

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
                numbers(
                        flow.ended(),
                        flow.busyNanos(),
                        flow.idleNanos(),
                        flow.errorServiceNanos(),
                        flow.pendingNanos());
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
        }
    }

    private static final class Reader {
        private final byte[] bytes;
        private final int limit;
        private int at;
        private String[] names = {};
        private @Nullable PhaseWindow[] windows = {};
        private int[] indexes = new int[64];
        private long[] counts = new long[64];

        Reader(byte[] bytes, int from, int to) {
            this.bytes = bytes;
            at = from;
            limit = to;
        }

        void require(boolean condition) {
            if (!condition) {
                throw new IllegalArgumentException("a broken interval");
            }
        }

        private byte next() {
            if (at >= limit) {
                throw new IndexOutOfBoundsException();
            }
            return bytes[at++];
        }

        long number() {
            byte first = next();
            if (first >= 0) {
                return first;
            }
            long number = first & 0x7f;
            for (int shift = 7; shift < Long.SIZE; shift += 7) {
                byte part = next();
                number |= (long) (part & 0x7f) << shift;
                if (part >= 0) {
                    return number;
                }
            }
            throw new IndexOutOfBoundsException();
        }

        /** A number of things, each of which takes at least a byte. */
        int size() {
            long size = number();
            require(size >= 0 && size <= limit - at);
            return (int) size;
        }

        private double decimal() {
            require(limit - at >= Double.BYTES);
            double number = ByteBuffer.wrap(bytes).getDouble(at);
            at += Double.BYTES;
            return number;
        }

        String text() {
            char[] text = new char[size()];
            for (int i = 0; i < text.length; i++) {
                text[i] = (char) number();
            }
            return new String(text);
        }

        String name() {
            return names[Math.toIntExact(number())];
        }

        private PhaseWindow window() {
            int name = Math.toIntExact(number());
            PhaseWindow window = windows[name];
            if (window == null) {
                window = PhaseWindow.parse(names[name]);
                windows[name] = window;
            }
            return window;
        }

        <T> List<T> list(Supplier<T> item) {
            int size = size();
            if (size == 0) {
                return List.of();
            }
            List<T> list = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                list.add(item.get());
            }
            return Collections.unmodifiableList(list);
        }

        private <T> @Nullable T optional(Supplier<T> value) {
            return number() == 0 ? null : value.get();
        }

        private <K, V> Map<K, V> map(Supplier<K> key, Supplier<V> value) {
            int size = size();
            if (size == 0) {
                return Map.of();
            }
            Map<K, V> map = new TreeMap<>();
            for (int i = 0; i < size; i++) {
                map.put(key.get(), value.get());
            }
            return map;
        }

        private Map<String, Long> counts() {
            return map(this::name, this::number);
        }

        private Map<Integer, Long> cells() {
            return map(() -> (int) number(), this::number);
        }

        private int level() {
            return (int) number();
        }

        AgentHealth health() {
            return new AgentHealth(
                    number(),
                    number(),
                    decimal(),
                    decimal(),
                    number(),
                    (int) number(),
                    new CpuUse(decimal(), decimal(), decimal(), decimal(), decimal(), decimal(), decimal(), decimal()));
        }

        WorkloadInterval workload(int tile, String name) {
            return new WorkloadInterval(
                    tile,
                    name,
                    list(this::line),
                    list(this::lag),
                    new WorkloadInterval.Levels(level(), level(), level(), level(), level()),
                    schedule(),
                    counts(),
                    map(this::name, this::decimal));
        }

        private LineInterval line() {
            return new LineInterval(
                    name(),
                    KINDS[Math.toIntExact(number())],
                    window(),
                    new LineInterval.Counts(
                            number(), number(), number(), number(), number(), number(), number(), number(), number()),
                    counts(),
                    counts(),
                    optional(this::times),
                    optional(this::times),
                    optional(this::times));
        }

        private LagInterval lag() {
            return new LagInterval(window(), optional(this::times), optional(this::times), optional(this::times));
        }

        private Times times() {
            long sumNanos = number();
            long minNanos = number();
            long maxNanos = number();
            long overflow = number();
            long head = number();
            require(head >= 0 && head / 2 <= limit - at);
            int size = (int) (head / 2);
            if (size > indexes.length) {
                indexes = new int[2 * size];
                counts = new long[2 * size];
            }
            int index = 0;
            for (int i = 0; i < size; ) {
                long number = number();
                if ((number & 1) == 0) {
                    indexes[i] = index++;
                    counts[i++] = number >>> 1;
                } else {
                    index = Math.addExact(index, Math.toIntExact(number >>> 1));
                }
            }
            return new Times(
                    SparseHistogram.ofCounters(
                            head % 2 != 0, Arrays.copyOf(indexes, size), Arrays.copyOf(counts, size)),
                    sumNanos,
                    minNanos,
                    maxNanos,
                    overflow);
        }

        private ScheduleInterval schedule() {
            return new ScheduleInterval(
                    list(() -> new ScheduleInterval.Draws(
                            window(), cells(), cells(), new ScheduleInterval.Gaps(number(), number(), number()))),
                    optional(() -> new ScheduleInterval.Flow(
                            number(),
                            number(),
                            number(),
                            number(),
                            number(),
                            optional(() -> new ScheduleInterval.InFlight(
                                    number(), number(), number(), number(), number(), number(), number())))),
                    list(() -> new Attendance(window(), number(), number(), number(), number(), number())));
        }
    }
}
