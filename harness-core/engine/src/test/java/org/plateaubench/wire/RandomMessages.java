// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.histogram.SparseHistogram;

/**
 * Messages with random values, which follow from the types of their components. A value that its record refuses is
 * drawn again.
 */
final class RandomMessages {
    private static final int ATTEMPTS = 10_000;
    private static final List<String> TEXTS =
            List.of("", "ü \uD83D\uDE00", "line\n\"quoted\"\t\\ \u0000", "{\"kind\":\"finished\"}", "${env:NAME}");
    private static final String CUT = "cut \uD83D";
    private static final List<String> LIMITS = List.of("p99.9 < 1.5s", "mean < 1us", "errors < 0.01%");
    private static final List<String> NAMES = List.of("order", "browse", "p95-Check");
    private static final List<Long> INTEGERS =
            List.of(0L, 1L, -1L, 50L, (long) Integer.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE, 3_000_000_000L);
    private static final List<Double> DECIMAL =
            List.of(0.0, 0.1, 1.0, 1e-9, 99.9, Double.MAX_VALUE, Double.MIN_VALUE, Double.NaN, -1.5, 1.0 / 0);

    private final Random random;

    RandomMessages(long seed) {
        random = new Random(seed);
    }

    static Stream<Class<? extends Message>> types() {
        return Stream.of(ToAgent.class, ToController.class)
                .flatMap(side -> Arrays.stream(side.getPermittedSubclasses()))
                .map(type -> type.asSubclass(Message.class));
    }

    Message message(Class<? extends Message> type) {
        return type.cast(value(type));
    }

    private <T> T choose(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private Object value(Type type) {
        if (type instanceof ParameterizedType generic) {
            return collection((Class<?>) generic.getRawType(), generic.getActualTypeArguments());
        }
        Class<?> raw = (Class<?>) type;
        if (raw.isEnum()) {
            return choose(Arrays.asList(raw.getEnumConstants()));
        }
        if (raw.isSealed()) {
            return value(choose(Arrays.asList(raw.getPermittedSubclasses())));
        }
        if (raw == WorkloadDefinition.class) {
            return definition();
        }
        return raw.isRecord() && raw != QosLimit.class ? record(raw) : plain(raw);
    }

    private String text() {
        return random.nextInt(3) == 0 ? choose(TEXTS) : choose(NAMES);
    }

    private Long integer() {
        return random.nextBoolean() ? Long.valueOf(random.nextInt(100)) : choose(INTEGERS);
    }

    private Object plain(Class<?> type) {
        return switch (type.getSimpleName()) {
            case "String" -> random.nextInt(20) == 0 ? CUT : text();
            case "boolean" -> random.nextBoolean();
            case "int", "Integer" -> Integer.valueOf(integer().intValue());
            case "long", "Long" -> integer();
            case "double", "Double" -> random.nextBoolean() ? Double.valueOf(random.nextDouble()) : choose(DECIMAL);
            case "QosLimit" -> QosLimit.parse(choose(LIMITS));
            case "Duration" -> Duration.ofNanos(choose(List.of(0L, 1L, 1_500L, 3_600_000_000_000L)));
            case "SparseHistogram" -> SparseHistogram.of(histogram());
            case "Object" -> value(choose(List.of(String.class, boolean.class, long.class, List.class, Map.class)));
            case "List" -> new ArrayList<>(List.of(1L, 0.5, "text", Map.of("a", 1e-9)));
            case "Map" -> new LinkedHashMap<>(Map.of("list", List.of(true, 2L), "text", choose(TEXTS)));
            default -> throw new AssertionError("no random value of " + type);
        };
    }

    private Object collection(Class<?> type, Type[] typeArguments) {
        int size = random.nextInt(4);
        if (type == Map.class) {
            Map<Object, Object> map = new LinkedHashMap<>();
            for (int i = 0; i < size; i++) {
                map.put(typeArguments[0] == String.class ? text() : value(typeArguments[0]), value(typeArguments[1]));
            }
            return map;
        }
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(value(typeArguments[0]));
        }
        return type == List.class ? list : new LinkedHashSet<>(list);
    }

    private Object record(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            @Nullable Object[] values = new Object[components.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = component(components[i].getAnnotatedType());
            }
            try {
                Class<?>[] types =
                        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
                Constructor<?> constructor = type.getDeclaredConstructor(types);
                return constructor.newInstance(values);
            } catch (InvocationTargetException e) {
                if (!(e.getCause() instanceof IllegalArgumentException)) {
                    throw new AssertionError(type + " of " + Arrays.toString(values), e.getCause());
                }
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(type.getName(), e);
            }
        }
        throw new AssertionError("no random " + type);
    }

    private @Nullable Object component(AnnotatedType type) {
        boolean mayBeNull = !(type instanceof AnnotatedParameterizedType) && type.isAnnotationPresent(Nullable.class);
        return mayBeNull && random.nextInt(3) == 0 ? null : value(type.getType());
    }

    private Histogram histogram() {
        Histogram histogram = random.nextBoolean() ? HistogramRange.okHistogram() : HistogramRange.errorHistogram();
        for (int i = random.nextInt(50); i > 0; i--) {
            long nanos = (long) Math.exp(random.nextDouble() * Math.log(HistogramRange.HIGHEST_NANOS));
            histogram.recordValueWithCount(Math.max(HistogramRange.LOWEST_NANOS, nanos), 1 + random.nextInt(1_000));
        }
        return histogram;
    }

    /** A definition whose names refer to each other. */
    private WorkloadDefinition definition() {
        List<OperationDefinition> operations = new ArrayList<>();
        List<UnitDefinition> units = new ArrayList<>();
        for (String name : NAMES) {
            OperationDefinition any = (OperationDefinition) value(OperationDefinition.class);
            operations.add(new OperationDefinition(
                    name,
                    any.description(),
                    any.timeout(),
                    any.limits(),
                    any.endsUnitOnError(),
                    new Answers(random.nextBoolean(), text(), text(), List.of(), text())));
            List<UnitDefinition.Step> steps = List.of(new UnitDefinition.Step(
                    Map.of(name, 1.0 + random.nextInt(9)), 1, 1 + random.nextInt(3), distribution(), false));
            units.add(new UnitDefinition("unit-" + name, steps, random.nextBoolean() ? distribution() : null));
        }
        List<String> names = units.stream().map(UnitDefinition::name).toList();
        Mix mix = choose(List.of(
                Mix.Flat.only(names.getLast()),
                new Mix.Sequence(names),
                new Mix.Matrix(
                        names, List.of(List.of(1.0, 0.0, 0.5), List.of(0.0, 1.0, 0.0), List.of(1.0, 1.0, 1.0)))));
        MetricDefinition metric =
                new MetricDefinition(choose(NAMES), "per s", MetricDefinition.ALL_OPERATIONS, 1 + random.nextInt(60));
        return new WorkloadDefinition(
                operations,
                units,
                mix,
                (Pacing) value(Pacing.class),
                metric,
                List.of(),
                List.of(Execution.VIRTUAL, Execution.PLATFORM),
                List.of(),
                random.nextBoolean() ? 1.5 : null);
    }

    private Distribution distribution() {
        return (Distribution) value(Distribution.class);
    }
}
