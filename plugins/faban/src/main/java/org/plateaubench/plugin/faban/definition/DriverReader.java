// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban.definition;

import com.sun.faban.driver.Background;
import com.sun.faban.driver.BenchmarkDefinition;
import com.sun.faban.driver.BenchmarkDriver;
import com.sun.faban.driver.BenchmarkOperation;
import com.sun.faban.driver.InitialDelay;
import com.sun.faban.driver.OnceAfter;
import com.sun.faban.driver.OnceBefore;
import com.sun.faban.driver.RunControl;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.faban.archive.UnsupportedDriver;

/** Reads the annotations of one driver class. Stateless. */
final class DriverReader {
    private static final List<Class<? extends Annotation>> CALLED =
            List.of(BenchmarkOperation.class, OnceBefore.class, OnceAfter.class);

    private DriverReader() {}

    /**
     * Reads a driver.
     *
     * @param benchmark definition that names it
     * @param attachesMetrics whether its code attaches its own figures
     */
    static DriverDefinition read(BenchmarkDefinition benchmark, Class<?> type, boolean attachesMetrics)
            throws UnsupportedDriver {
        if (benchmark.runControl() == RunControl.CYCLES) {
            throw new UnsupportedDriver(
                    "@BenchmarkDefinition of " + benchmark.name() + " has runControl = CYCLES.",
                    "Plateau ends runs by time: take it out, and give 'phases' in the run file.");
        }
        if (type.isAnnotationPresent(Background.class)) {
            throw new UnsupportedDriver(
                    type.getName() + " has @Background, which Plateau does not have.",
                    "Put these operations into a driver of their own, with as many users.");
        }
        BenchmarkDriver driver = type.getAnnotation(BenchmarkDriver.class);
        if (driver == null) {
            throw new UnsupportedDriver(type.getName() + " has no @BenchmarkDriver.", "Give it one.");
        }
        requireInstances(type);
        requireNoHiddenMethods(type);
        Map<String, DriverOperation> operations = operations(type, driver);
        OperationMix mix = new MixReader(type, operations).read();
        requireOneCycleType(type, mix);
        return new DriverDefinition(
                benchmark.name() + " " + benchmark.version(),
                type,
                driver.name(),
                driver.metric(),
                driver.threadPerScale(),
                mix,
                only(type, OnceBefore.class),
                only(type, OnceAfter.class),
                attachesMetrics,
                notes(type, operations, mix));
    }

    private static Map<String, DriverOperation> operations(Class<?> type, BenchmarkDriver driver)
            throws UnsupportedDriver {
        Cycle ofClass = Cycle.of(type, type.getName());
        Map<String, DriverOperation> operations = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        List<Method> methods = new ArrayList<>(Arrays.asList(type.getMethods()));
        methods.sort((one, other) -> one.toString().compareTo(other.toString()));
        for (Method method : methods) {
            BenchmarkOperation declared = method.getAnnotation(BenchmarkOperation.class);
            if (declared != null && !method.isBridge()) {
                String place = place(method);
                requireCallable(method, place);
                Cycle ofMethod = Cycle.of(method, place);
                Cycle cycle = ofMethod != null ? ofMethod : ofClass != null ? ofClass : Cycle.NONE;
                DriverOperation operation = new DriverOperation(
                        declared.name(),
                        DriverOperation.nameOf(declared.name()),
                        method,
                        declared.timing(),
                        ResponseLimits.of(driver, declared, place),
                        declared.countToMetric(),
                        cycle);
                if (operations.put(declared.name(), operation) != null || !names.add(operation.name())) {
                    throw new UnsupportedDriver(
                            "Two operations of " + type.getName() + " are called '" + declared.name()
                                    + "', or are in Plateau.",
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

    /** Checks that instances can be created, because each user has one. */
    private static void requireInstances(Class<?> type) throws UnsupportedDriver {
        boolean isMade = Modifier.isPublic(type.getModifiers())
                && !Modifier.isAbstract(type.getModifiers())
                && Arrays.stream(type.getConstructors()).anyMatch(each -> each.getParameterCount() == 0);
        if (!isMade) {
            throw new UnsupportedDriver(
                    type.getName() + " has @BenchmarkDriver and no instance of it can be made.",
                    "Make it a public class that is not abstract, with a public constructor without parameters.");
        }
    }

    /** Refuses annotations on methods that are not public, which would have no effect. */
    private static void requireNoHiddenMethods(Class<?> type) throws UnsupportedDriver {
        Set<String> called =
                Arrays.stream(type.getMethods()).map(Method::getName).collect(Collectors.toSet());
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                // A public method with the same name in a subclass is called instead.
                boolean isOverridden = each != type && called.contains(method.getName());
                if (!isOverridden && CALLED.stream().anyMatch(method::isAnnotationPresent)) {
                    requireCallable(method, place(method));
                }
            }
        }
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

    private static @Nullable Method only(Class<?> type, Class<? extends Annotation> wanted) throws UnsupportedDriver {
        List<Method> found = Arrays.stream(type.getMethods())
                .filter(method -> method.isAnnotationPresent(wanted))
                .toList();
        if (found.size() > 1) {
            throw new UnsupportedDriver(
                    type.getName() + " has more than one method with @" + wanted.getSimpleName() + ".", "Leave one.");
        }
        for (Method method : found) {
            requireCallable(method, place(method));
        }
        return found.isEmpty() ? null : found.getFirst();
    }

    private static void requireOneCycleType(Class<?> type, OperationMix mix) throws UnsupportedDriver {
        DriverOperation first = mix.operations().getFirst();
        for (DriverOperation other : mix.operations()) {
            if (other.cycle().type() != first.cycle().type()) {
                throw new UnsupportedDriver(
                        "Operation " + first.declaredName() + " of " + type.getName() + " has "
                                + first.cycle().type() + " and operation " + other.declaredName() + " "
                                + other.cycle().type() + ".",
                        "Give all operations of the driver the same: Plateau paces a user in one way.");
            }
        }
    }

    private static List<String> notes(Class<?> type, Map<String, DriverOperation> operations, OperationMix mix) {
        List<String> notes = new ArrayList<>();
        if (type.isAnnotationPresent(InitialDelay.class)) {
            notes.add("@InitialDelay is not applied: users begin amid their cycles, at different instants.");
        }
        List<String> unused = operations.values().stream()
                .filter(operation -> !mix.operations().contains(operation))
                .map(DriverOperation::declaredName)
                .toList();
        if (!unused.isEmpty()) {
            notes.add("No mix issues " + String.join(", ", unused)
                    + ": what they do inside other operations counts as part of those.");
        }
        return notes;
    }
}
