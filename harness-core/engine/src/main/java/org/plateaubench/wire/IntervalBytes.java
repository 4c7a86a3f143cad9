// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.histogram.SparseHistogram;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.Attendance;
import org.plateaubench.measure.interval.CpuUse;
import org.plateaubench.measure.interval.Evenness;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/**
 * The bytes of an interval, as it is sent and stored: first the header of the interval, then every
 * name once, then the workloads, each with its length, so that a reader can leave it out. Numbers have a variable
 * length. A histogram has an even number, its double, for each counter, and an odd one for a run of zeros. Stateless;
 * any thread.
 */
public final class IntervalBytes {
    private static final LineInterval.Kind[] KINDS = LineInterval.Kind.values();

    private IntervalBytes() {}

    public static byte[] of(IntervalSnapshot interval) {
        IntervalByteWriter body = new IntervalByteWriter();
        body.list(interval.workloads(), workload -> {
            body.number(workload.tile());
            body.name(workload.workload());
            int start = body.size;
            body.workload(workload);
            body.insertLength(start);
        });
        IntervalByteWriter whole = new IntervalByteWriter();
        whole.text(interval.agent());
        whole.numbers(interval.sequence(), interval.startNanos(), interval.endNanos(), interval.last() ? 1 : 0);
        whole.health(interval.health());
        whole.list(List.copyOf(body.names.keySet()), whole::text);
        whole.bytes(body.bytes, body.size);
        return Arrays.copyOf(whole.bytes, whole.size);
    }

    /** The parts of a workload that are read. */
    public enum Detail {
        WHOLE,
        /** Only counts, response times and lags. */
        RESPONSES
    }

    /** Reads an interval with the selected workloads; throws {@link IllegalArgumentException} for other bytes. */
    public static IntervalSnapshot read(byte[] bytes, int from, int to, Predicate<String> wanted, Detail detail) {
        try {
            Reader reader = new Reader(bytes, from, to, detail);
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
                    reader.require(reader.at == end || detail != Detail.WHOLE);
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
            return head(new Reader(Arrays.copyOf(bytes, to), from, to, Detail.WHOLE));
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

    private static final class Reader {
        private final byte[] bytes;
        private final int limit;
        private int at;
        private String[] names = {};
        private @Nullable PhaseWindow[] windows = {};
        private final boolean isWhole;

        Reader(byte[] bytes, int from, int to, Detail detail) {
            this.bytes = bytes;
            isWhole = detail == Detail.WHOLE;
            at = from;
            limit = to;
        }

        void require(boolean condition) {
            if (!condition) {
                throw new IllegalArgumentException("a broken interval");
            }
        }

        long number() {
            byte first = bytes[at++];
            return first >= 0 ? first : longer(first & 0x7f);
        }

        private long longer(long first) {
            long number = first;
            for (int shift = 7; shift < Long.SIZE; shift += 7) {
                byte part = bytes[at++];
                number |= (long) (part & 0x7f) << shift;
                if (part >= 0) {
                    return number;
                }
            }
            throw new IndexOutOfBoundsException();
        }

        /** A number of elements, each of which takes at least a byte. */
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
            List<LineInterval> lines = list(this::line);
            List<LagInterval> lags = list(this::lag);
            if (!isWhole) {
                return new WorkloadInterval(
                        tile,
                        name,
                        lines,
                        lags,
                        new WorkloadInterval.Levels(0, 0, 0, 0),
                        ScheduleInterval.UNKNOWN,
                        Map.of(),
                        Map.of());
            }
            return new WorkloadInterval(
                    tile,
                    name,
                    lines,
                    lags,
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
                    isWhole ? optional(this::times) : skipped(),
                    isWhole ? optional(this::times) : skipped());
        }

        private @Nullable Times skipped() {
            if (number() != 0) {
                for (int exact = 0; exact < 4; exact++) {
                    number();
                }
                long left = number() / 2;
                while (left > 0) {
                    left -= 1 - (bytes[at] & 1);
                    number();
                }
            }
            return null;
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
            int[] indexes = new int[size];
            long[] counts = new long[size];
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
                    SparseHistogram.ofCounters(head % 2 != 0, indexes, counts), sumNanos, minNanos, maxNanos, overflow);
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
                    list(() -> new Attendance(window(), number(), number(), number(), number(), number())),
                    list(() -> new Evenness(
                            window(),
                            number(),
                            number(),
                            decimal(),
                            list(() -> new Evenness.Group((int) number(), (int) number(), number(), number())))));
        }
    }
}
