// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.architecture;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.filtering;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Classes of one package that refer to each other in a cycle cannot be understood separately. Nested classes count as
 * their outermost class. Packages without a bound have no cycles.
 */
final class ClassCyclesTest {

    /** Maximum number of classes in cycles. A bound is lowered when the number falls, and never raised. */
    private static final Map<String, Long> MAX_CLASSES = Map.ofEntries(
            Map.entry("engine.config", 3L),
            Map.entry("engine.config.key", 2L),
            Map.entry("http.html", 2L),
            // An annotation names its extension, which reads it.
            Map.entry("junit", 2L),
            Map.entry("process", 2L),
            Map.entry("web.queue", 2L));

    private static final Map<String, Set<String>> NEIGHBOURS = neighbours();

    @Test
    void classCyclesOfPackageStayWithinBound() {
        Map<String, Long> inCycles = NEIGHBOURS.keySet().stream()
                .filter(ClassCyclesTest::isInCycle)
                .collect(groupingBy(ClassCyclesTest::packageOf, TreeMap::new, counting()));
        assertThat(inCycles)
                .allSatisfy((name, classes) -> assertThat(classes)
                        .as(name + " with " + classesInCycles(name))
                        .isLessThanOrEqualTo(MAX_CLASSES.getOrDefault(name, 0L)));
    }

    private static Set<String> classesInCycles(String name) {
        return NEIGHBOURS.keySet().stream()
                .filter(type -> packageOf(type).equals(name) && isInCycle(type))
                .collect(toSet());
    }

    /** Whether a path of references leads from a class to others of its package and back. */
    private static boolean isInCycle(String type) {
        Set<String> reached = new HashSet<>();
        Deque<String> pending = new ArrayDeque<>(NEIGHBOURS.get(type));
        while (!pending.isEmpty()) {
            String next = pending.pop();
            if (next.equals(type)) {
                return true;
            }
            if (reached.add(next)) {
                pending.addAll(NEIGHBOURS.getOrDefault(next, Set.of()));
            }
        }
        return false;
    }

    /** The other classes of its package that each outermost class refers to. */
    private static Map<String, Set<String>> neighbours() {
        return PlateauClasses.ALL.stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .collect(groupingBy(
                        dependency -> outermost(dependency.getOriginClass()),
                        HashMap::new,
                        filtering(
                                ClassCyclesTest::isWithinPackage,
                                mapping(dependency -> outermost(dependency.getTargetClass()), toSet()))));
    }

    private static boolean isWithinPackage(Dependency dependency) {
        JavaClass from = dependency.getOriginClass();
        JavaClass to = dependency.getTargetClass();
        return from.getPackageName().equals(to.getPackageName())
                && !outermost(from).equals(outermost(to));
    }

    private static String outermost(JavaClass type) {
        String name = type.getBaseComponentType().getName();
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private static String packageOf(String type) {
        return type.substring(PlateauClasses.BASE.length() + 1, type.lastIndexOf('.'));
    }
}
