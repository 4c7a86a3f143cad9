// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.histogram.SparseHistogram;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/**
 * The binary form of an interval, as it is sent and stored: the header of the interval, then each name once, then the
 * workloads, each preceded by its length, so that a reader can skip it. A record has its components in their order.
 * Numbers have a variable length. In a histogram, an even number is twice a counter, and an odd number encodes a run of
 * zeros. Stateless and thread-safe.
 */
public final class IntervalBytes {
    private static final LineInterval.Kind[] KINDS = LineInterval.Kind.values();

    private static final VarHandle DECIMAL = MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.BIG_ENDIAN);

    private static final Form HEALTH = Form.of(AgentHealth.class);
    private static final Components WORKLOAD = Components.of(WorkloadInterval.class);
    /** Tile and name of a workload come before its length. */
    private static final int AFTER_NAME = 2;
    /** The end of the components that {@link Detail#RESPONSES} has: lines and lags. */
    private static final int AFTER_RESPONSES = 4;

    private IntervalBytes() {}

    public static byte[] of(IntervalSnapshot interval) {
        IntervalByteWriter body = new IntervalByteWriter();
        body.list(interval.workloads(), workload -> {
            body.number(workload.tile());
            body.name(workload.workload());
            int start = body.size;
            WORKLOAD.write(body, workload, AFTER_NAME);
            body.insertLength(start);
        });
        IntervalByteWriter record = new IntervalByteWriter();
        record.text(interval.agent());
        record.number(interval.sequence());
        record.number(interval.startNanos());
        record.number(interval.endNanos());
        record.number(interval.last() ? 1 : 0);
        HEALTH.write().accept(record, interval.health());
        record.list(List.copyOf(body.names.keySet()), record::text);
        record.bytes(body.bytes, body.size);
        return Arrays.copyOf(record.bytes, record.size);
    }

    /** The parts of a workload that are read. */
    public enum Detail {
        COMPLETE,
        /** Only counts, response times and lags. */
        RESPONSES
    }

    /** Reads an interval with the selected workloads; throws {@link IllegalArgumentException} for other bytes. */
    public static IntervalSnapshot read(
            byte[] bytes, int from, int to, Predicate<String> workloadFilter, Detail detail) {
        try {
            Reader reader = new Reader(bytes, from, to, detail);
            IntervalSnapshot header = header(reader);
            List<String> names = reader.list(() -> reader.text().intern());
            reader.names = names.toArray(String[]::new);
            reader.windows = new PhaseWindow[reader.names.length];
            List<WorkloadInterval> workloads = new ArrayList<>();
            for (int remaining = reader.size(); remaining > 0; remaining--) {
                int tile = (int) reader.number();
                String name = reader.name();
                int length = reader.size();
                int end = reader.at + length;
                if (workloadFilter.test(name)) {
                    workloads.add(workload(reader, tile, name));
                    reader.require(reader.at == end || detail != Detail.COMPLETE);
                }
                reader.at = end;
            }
            reader.require(reader.at == to);
            return new IntervalSnapshot(
                    header.agent(),
                    header.sequence(),
                    header.startNanos(),
                    header.endNanos(),
                    header.last(),
                    workloads,
                    header.health());
        } catch (IndexOutOfBoundsException | ArithmeticException e) {
            throw new IllegalArgumentException("a broken interval", e);
        }
    }

    /** Reads only the header of an interval; the bytes may be incomplete after it. */
    public static IntervalSnapshot readHeader(byte[] bytes, int from, int to) {
        try {
            return header(new Reader(Arrays.copyOf(bytes, to), from, to, Detail.COMPLETE));
        } catch (IndexOutOfBoundsException | ArithmeticException e) {
            throw new IllegalArgumentException("a broken interval", e);
        }
    }

    private static IntervalSnapshot header(Reader reader) {
        String agent = reader.text().intern();
        long sequence = reader.number();
        long startNanos = reader.number();
        long endNanos = reader.number();
        boolean last = reader.number() != 0;
        AgentHealth health = (AgentHealth) HEALTH.read().apply(reader);
        return new IntervalSnapshot(agent, sequence, startNanos, endNanos, last, List.of(), health);
    }

    private static WorkloadInterval workload(Reader reader, int tile, String name) {
        @Nullable
        Object[] values = {
            tile,
            name,
            List.of(),
            List.of(),
            new WorkloadInterval.Levels(0, 0, 0, 0),
            ScheduleInterval.UNKNOWN,
            Map.of(),
            Map.of()
        };
        return (WorkloadInterval)
                WORKLOAD.read(reader, values, AFTER_NAME, reader.isWhole ? values.length : AFTER_RESPONSES);
    }

    /** How the values of a type are written and read. */
    private record Form(BiConsumer<IntervalByteWriter, Object> write, Function<Reader, Object> read) {
        private static final Form LONG =
                new Form((to, number) -> to.number(((Number) number).longValue()), Reader::number);
        private static final Form INT = new Form(LONG.write, from -> (int) from.number());
        private static final Form DECIMAL = new Form((to, number) -> to.decimal((Double) number), Reader::decimal);
        private static final Form NAME = new Form((to, name) -> to.name((String) name), Reader::name);
        private static final Form WINDOW =
                new Form((to, window) -> to.name(((PhaseWindow) window).label()), Reader::window);
        private static final Form TIMES = new Form((to, times) -> to.times((Times) times), Reader::times);

        @SuppressWarnings("EnumOrdinal") // The order of the kinds is part of the format.
        private static final Form KIND =
                new Form((to, kind) -> to.number(((LineInterval.Kind) kind).ordinal()), Reader::kind);

        static Form of(Type type) {
            if (type instanceof ParameterizedType generic) {
                List<Form> parts = Arrays.stream(generic.getActualTypeArguments())
                        .map(Form::of)
                        .toList();
                return parts.size() == 1 ? ofList(parts.getFirst()) : ofMap(parts.getFirst(), parts.getLast());
            }
            Class<?> plain = (Class<?>) type;
            return switch (plain.getSimpleName()) {
                case "long", "Long" -> LONG;
                case "int", "Integer" -> INT;
                case "double", "Double" -> DECIMAL;
                case "String" -> NAME;
                case "PhaseWindow" -> WINDOW;
                case "Kind" -> KIND;
                case "Times" -> TIMES;
                default -> ofRecord(plain);
            };
        }

        private static Form ofList(Form element) {
            return new Form(
                    (to, list) -> to.list((List<?>) list, value -> element.write.accept(to, value)),
                    from -> from.list(() -> element.read.apply(from)));
        }

        private static Form ofMap(Form key, Form value) {
            return new Form(
                    (to, map) -> to.list(List.copyOf(((Map<?, ?>) map).entrySet()), entry -> {
                        key.write.accept(to, entry.getKey());
                        value.write.accept(to, entry.getValue());
                    }),
                    from -> from.map(() -> key.read.apply(from), () -> value.read.apply(from)));
        }

        private static Form ofRecord(Class<?> type) {
            Components components = Components.of(type);
            int size = components.all.size();
            return new Form(
                    (to, record) -> components.write(to, record, 0),
                    // Read without reflection, because there are many lines, and parts of them are skipped.
                    type == LineInterval.class
                            ? Reader::line
                            : from -> components.read(from, new @Nullable Object[size], 0, size));
        }
    }

    private record Component(Method accessor, Form form, boolean isNullable) {}

    /** The components of a record, in their order. */
    private record Components(Constructor<?> constructor, List<Component> all) {
        static Components of(Class<?> type) {
            RecordComponent[] found = type.getRecordComponents();
            List<Component> all = Arrays.stream(found)
                    .map(component -> new Component(
                            component.getAccessor(),
                            Form.of(component.getGenericType()),
                            component.getAnnotatedType().isAnnotationPresent(Nullable.class)))
                    .toList();
            try {
                Class<?>[] types =
                        Arrays.stream(found).map(RecordComponent::getType).toArray(Class<?>[]::new);
                return new Components(type.getConstructor(types), all);
            } catch (NoSuchMethodException e) {
                throw new IllegalArgumentException(e);
            }
        }

        void write(IntervalByteWriter to, Object record, int first) {
            try {
                for (Component component : all.subList(first, all.size())) {
                    Object value = component.accessor().invoke(record);
                    if (component.isNullable()) {
                        to.number(value == null ? 0 : 1);
                    }
                    if (value != null) {
                        component.form().write.accept(to, value);
                    }
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Creates the record of the values; those of the components from {@code first} to {@code end} are read. */
        Object read(Reader from, @Nullable Object[] values, int first, int end) {
            for (int i = first; i < end; i++) {
                Component component = all.get(i);
                boolean isNull = component.isNullable() && from.number() == 0;
                values[i] = isNull ? null : component.form().read.apply(from);
            }
            try {
                return constructor.newInstance(values);
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException("a broken interval", e);
            }
        }
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
            isWhole = detail == Detail.COMPLETE;
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

        /** Reads a number of elements, each of which occupies at least one byte. */
        int size() {
            long size = number();
            require(size >= 0 && size <= limit - at);
            return (int) size;
        }

        double decimal() {
            require(limit - at >= Double.BYTES);
            double number = (double) DECIMAL.get(bytes, at);
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

        PhaseWindow window() {
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

        <K, V> Map<K, V> map(Supplier<K> key, Supplier<V> value) {
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

        LineInterval.Kind kind() {
            return KINDS[Math.toIntExact(number())];
        }

        LineInterval line() {
            return new LineInterval(
                    name(),
                    kind(),
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
                int next = at;
                while (left > 0) {
                    left -= 1 - (bytes[next] & 1);
                    while (bytes[next++] < 0) {
                        // The number continues.
                    }
                }
                at = next;
            }
            return null;
        }

        /** Reads most of all bytes, so the place is not a field here. */
        Times times() {
            long sumNanos = number();
            long minNanos = number();
            long maxNanos = number();
            long overflow = number();
            long sizeAndFlag = number();
            require(sizeAndFlag >= 0 && sizeAndFlag / 2 <= limit - at);
            int size = (int) (sizeAndFlag / 2);
            int[] indexes = new int[size];
            long[] counts = new long[size];
            int index = 0;
            int next = at;
            for (int i = 0; i < size; ) {
                long number = bytes[next++];
                if (number < 0) {
                    at = next;
                    number = longer(number & 0x7f);
                    next = at;
                }
                if ((number & 1) == 0) {
                    indexes[i] = index++;
                    counts[i++] = number >>> 1;
                } else {
                    index = Math.addExact(index, Math.toIntExact(number >>> 1));
                }
            }
            at = next;
            SparseHistogram histogram = SparseHistogram.ofCounters(sizeAndFlag % 2 != 0, indexes, counts);
            return new Times(histogram, sumNanos, minNanos, maxNanos, overflow);
        }
    }
}
