// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import com.sun.faban.driver.Background;
import com.sun.faban.driver.BenchmarkDefinition;
import com.sun.faban.driver.BenchmarkDriver;
import com.sun.faban.driver.BenchmarkOperation;
import com.sun.faban.driver.CycleType;
import com.sun.faban.driver.FixedTime;
import com.sun.faban.driver.NegativeExponential;
import com.sun.faban.driver.OnceAfter;
import com.sun.faban.driver.OnceBefore;
import com.sun.faban.driver.RunControl;
import com.sun.faban.driver.Uniform;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.QosLimit;
import org.plateaubench.plugin.faban.MixReader.OperationMix;

/** Reads the annotations of one driver class. Stateless. */
final class DriverReader {
    /** The gap of an operation without an annotation. */
    private static final Pacing NO_GAP = Pacing.think(new Distribution.Fixed(Duration.ZERO));

    /** The largest gap of an exponential distribution that declares none, as a multiple of its mean. */
    private static final int DEFAULT_MAX_MEANS = 5;

    private static final Pattern PERCENTILE =
            Pattern.compile("\\s*(\\d{1,2}(?:\\.\\d{1,4})?)\\s*(?:th|st|nd|rd)?\\s*%?\\s*");

    private DriverReader() {}

    static DriverDefinition read(BenchmarkDefinition benchmark, Class<?> type, DriverScan scan, @Nullable RunXml runXml)
            throws UnsupportedDriver {
        if (benchmark.runControl() == RunControl.CYCLES) {
            throw new UnsupportedDriver(
                    "@BenchmarkDefinition of " + benchmark.name() + " has runControl = CYCLES.",
                    "Plateau ends runs by time: take it out, and give 'phases' in the run file.");
        }
        BenchmarkDriver driver = type.getAnnotation(BenchmarkDriver.class);
        if (driver == null) {
            throw new UnsupportedDriver(type.getName() + " has no @BenchmarkDriver.", "Give it one.");
        }
        Map<String, DriverOperation> operations = operations(type, driver);
        String name = nameOf(driver, type);
        OperationMix mix =
                new MixReader(type, operations, runXml == null ? Map.of() : runXml.operationMix(name)).read();
        requireOneCycleType(type, mix);
        Background background = type.getAnnotation(Background.class);
        return new DriverDefinition(
                type,
                name,
                driver.metric(),
                driver.threadPerScale(),
                mix,
                annotatedMethod(type, OnceBefore.class),
                annotatedMethod(type, OnceAfter.class),
                background == null ? List.of() : background(background, type, operations),
                scan.attachesMetrics());
    }

    private static List<DriverOperation> background(
            Background background, Class<?> type, Map<String, DriverOperation> operations) throws UnsupportedDriver {
        FixedTime[] timings = background.timings();
        List<DriverOperation> found = new ArrayList<>();
        for (String name : background.operations()) {
            DriverOperation operation = operations.get(name);
            if (operation == null || (timings.length > 1 && timings.length != background.operations().length)) {
                throw new UnsupportedDriver(
                        "@Background of " + type.getName() + " names the operations "
                                + List.of(background.operations()) + " with " + timings.length
                                + " timings; the driver has the operations " + operations.keySet() + ".",
                        "Name operations of the driver, with no timing, one, or one for each.");
            }
            int timing = Math.min(found.size(), timings.length - 1);
            Pacing cycle = timing < 0 ? operation.cycle() : cycle(timings[timing]);
            if (!(cycle.gap().meanNanos() > 0)) {
                throw new UnsupportedDriver(
                        "Operation " + name + " in @Background of " + type.getName() + " has no gap.",
                        "Give it a timing.");
            }
            found.add(operation.withCycle(cycle));
        }
        return found;
    }

    /** Returns the declared name of a driver, or the name of its class if it declares none. */
    static String nameOf(BenchmarkDriver driver, Class<?> type) {
        return driver.name().isEmpty() ? type.getSimpleName() : driver.name();
    }

    private static Map<String, DriverOperation> operations(Class<?> type, BenchmarkDriver driver)
            throws UnsupportedDriver {
        Pacing classCycle = cycle(type, type.getName());
        Map<String, DriverOperation> operations = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        List<Method> methods = new ArrayList<>(Arrays.asList(type.getMethods()));
        methods.sort(Comparator.comparing(Method::toString));
        for (Method method : methods) {
            BenchmarkOperation declared = method.getAnnotation(BenchmarkOperation.class);
            if (declared != null && !method.isBridge()) {
                String place = place(method);
                requireCallable(method, place);
                Pacing methodCycle = cycle(method, place);
                Pacing cycle = methodCycle != null ? methodCycle : classCycle != null ? classCycle : NO_GAP;
                String name = declared.name().isEmpty() ? method.getName() : declared.name();
                DriverOperation operation = new DriverOperation(
                        name,
                        DriverOperation.nameOf(name),
                        method,
                        declared.timing(),
                        limits(driver, declared, place),
                        declared.countToMetric(),
                        cycle);
                if (operations.put(name, operation) != null || !names.add(operation.name())) {
                    throw new UnsupportedDriver(
                            "Two operations of " + type.getName() + " have the name '" + name
                                    + "', or get the same name in Plateau.",
                            "Name them so that they differ by letters and digits.");
                }
            }
        }
        if (operations.isEmpty()) {
            throw new UnsupportedDriver(
                    type.getName() + " has no public method with @BenchmarkOperation.", "Give it one.");
        }
        return operations;
    }

    private static List<QosLimit> limits(BenchmarkDriver driver, BenchmarkOperation operation, String place)
            throws UnsupportedDriver {
        double[] bounds = operation.percentileLimits();
        if (bounds.length > 0 && bounds.length != driver.percentiles().length) {
            throw new UnsupportedDriver(
                    place + " has " + bounds.length + " percentileLimits, and @BenchmarkDriver names "
                            + driver.percentiles().length + " percentiles.",
                    "Give one limit for each percentile.");
        }
        List<QosLimit> limits = new ArrayList<>();
        add(limits, 90, operation.max90th(), driver);
        for (int i = 0; i < bounds.length; i++) {
            add(limits, percentile(driver.percentiles()[i]), bounds[i], driver);
        }
        return limits;
    }

    /** Adds a limit; 0 or less means no limit. */
    private static void add(List<QosLimit> limits, double percentile, double bound, BenchmarkDriver driver) {
        if (bound > 0) {
            double millis = BigDecimal.valueOf(bound)
                    .multiply(BigDecimal.valueOf(driver.responseTimeUnit().toNanos(1)))
                    .movePointLeft(6)
                    .doubleValue();
            limits.add(new QosLimit(QosLimit.Metric.PERCENTILE, percentile, QosLimit.Operator.AT_MOST, millis));
        }
    }

    private static double percentile(String text) throws UnsupportedDriver {
        Matcher matcher = PERCENTILE.matcher(text);
        if (!matcher.matches() || Double.parseDouble(matcher.group(1)) <= 0) {
            throw new UnsupportedDriver(
                    "The percentile '" + text + "' of @BenchmarkDriver is not a number between 0 and 100.",
                    "Correct it.");
        }
        return Double.parseDouble(matcher.group(1));
    }

    private static String place(Method method) {
        return method.getDeclaringClass().getName() + "." + method.getName() + "()";
    }

    private static void requireCallable(Method method, String place) throws UnsupportedDriver {
        if (method.getParameterCount() > 0 || !Modifier.isPublic(method.getModifiers())) {
            throw new UnsupportedDriver(
                    place + " has an annotation of Faban and cannot be called.",
                    "Make it public and give it no parameters.");
        }
    }

    private static @Nullable Method annotatedMethod(Class<?> type, Class<? extends Annotation> wanted)
            throws UnsupportedDriver {
        List<Method> found = Arrays.stream(type.getMethods())
                .filter(method -> method.isAnnotationPresent(wanted))
                .toList();
        if (found.size() > 1) {
            throw new UnsupportedDriver(
                    type.getName() + " has more than one method with @" + wanted.getSimpleName() + ".",
                    "Keep only one of them.");
        }
        for (Method method : found) {
            requireCallable(method, place(method));
        }
        return found.isEmpty() ? null : found.getFirst();
    }

    private static void requireOneCycleType(Class<?> type, OperationMix mix) throws UnsupportedDriver {
        DriverOperation first = mix.operations().getFirst();
        for (DriverOperation other : mix.operations()) {
            if (other.cycle().kind() != first.cycle().kind()) {
                throw new UnsupportedDriver(
                        "Operation " + first.declaredName() + " of " + type.getName() + " has "
                                + first.cycle().kind() + "TIME and operation " + other.declaredName() + " "
                                + other.cycle().kind() + "TIME.",
                        "Give all operations of the driver the same cycle type: Plateau paces a user in one way.");
            }
        }
    }

    /** Returns the gap that the annotations of a class or method declare; null if they declare none. */
    private static @Nullable Pacing cycle(AnnotatedElement element, String place) throws UnsupportedDriver {
        FixedTime fixed = element.getAnnotation(FixedTime.class);
        Uniform uniform = element.getAnnotation(Uniform.class);
        NegativeExponential exponential = element.getAnnotation(NegativeExponential.class);
        Stream<Class<? extends Annotation>> declared =
                Stream.of(FixedTime.class, Uniform.class, NegativeExponential.class);
        if (declared.filter(element::isAnnotationPresent).count() > 1) {
            throw new UnsupportedDriver(
                    place + " has more than one of @FixedTime, @Uniform and @NegativeExponential.",
                    "Keep only one of them.");
        }
        try {
            if (fixed != null) {
                return cycle(fixed);
            }
            if (uniform != null) {
                Distribution gap = new Distribution.Uniform(millis(uniform.cycleMin()), millis(uniform.cycleMax()));
                return cycle(uniform.cycleType(), gap);
            }
            return exponential == null ? null : cycle(exponential.cycleType(), exponential(exponential));
        } catch (IllegalArgumentException e) {
            throw new UnsupportedDriver(
                    "The cycle of " + place + " is not valid: " + e.getMessage() + ".", "Correct its annotation.");
        }
    }

    private static Pacing cycle(FixedTime fixed) {
        return cycle(fixed.cycleType(), new Distribution.Fixed(millis(fixed.cycleTime())));
    }

    private static Pacing cycle(CycleType type, Distribution gap) {
        return type == CycleType.CYCLETIME ? Pacing.cycle(gap) : Pacing.think(gap);
    }

    private static Distribution exponential(NegativeExponential drawn) {
        Duration mean = millis(drawn.cycleMean());
        Duration min = millis(drawn.cycleMin());
        Duration max = drawn.cycleMax() < 0 ? mean.multipliedBy(DEFAULT_MAX_MEANS) : millis(drawn.cycleMax());
        return drawn.truncateAtMin()
                ? new Distribution.Exponential(mean, min, max, Duration.ZERO)
                : new Distribution.Exponential(mean.minus(min), Duration.ZERO, max.minus(min), min);
    }

    private static Duration millis(int millis) {
        return Duration.ofMillis(millis);
    }
}
